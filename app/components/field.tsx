import {
  useEffect,
  useRef,
  useState,
  type AriaAttributes,
  type ComponentProps,
  type InputEvent,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { Form, useNavigation, type FormProps } from 'react-router';
import { focusInView, InPageLink } from '#app/components/in-page-link.tsx';
import { interpolate, useUiTexts } from '#app/components/texts.ts';
import { normaliseUnicode } from '#app/unicode.ts';

interface FieldProps {
  label: string;
  name: string;
  error?: FieldError | undefined;
  hint?: string | undefined;
  /** Stands between the label and the control. */
  intro?: string | undefined;
  note?: ReactNode;
}

type Control<Tag extends 'input' | 'textarea' | 'select'> = FieldProps &
  Omit<ComponentProps<Tag>, 'name' | 'maxLength'>;

/** An input with its label, hint, note and error. `name` is also its id. */
export function TextField(props: Control<'input'> & LengthLimit) {
  // `error` and `note` replace those of the props; the caller's own onInput stays on the control.
  const { error, note, onInput } = useLengthLimit(props);
  const field = { ...props, error, note };
  return (
    <Field {...field} onType={onInput}>
      <input {...getControlProps(field)} />
    </Field>
  );
}

export function TextArea(props: Control<'textarea'> & LengthLimit) {
  const { error, note, onInput } = useLengthLimit(props);
  const field = { ...props, error, note };
  return (
    <Field {...field} onType={onInput}>
      <textarea {...getControlProps(field)} />
    </Field>
  );
}

interface LengthLimit {
  /** The most characters that the server takes. Not `maxlength`: browsers cut pasted text without a word (CF-6). */
  limit?: number | undefined;
}

interface LimitedText extends LengthLimit, Pick<FieldProps, 'error' | 'note'> {
  defaultValue?: ComponentProps<'input'>['defaultValue'];
}

/** A text that has so much of its limit shows how many characters it has. */
const COUNTED_SHARE = 0.9;

/**
 * Returns the error and the note that a text field shows: its own `error`, or that its text is too long; and its own
 * `note`, or from nine tenths of the limit on the number of characters. `onInput` must get the input events of the field;
 * it also sets the field's validity, for forms that the browser validates.
 */
export function useLengthLimit({ limit, defaultValue, error, note }: LimitedText) {
  const { locale, length, tooLong } = useUiTexts();
  const [count, setCount] = useState(() => countCharacters(String(defaultValue ?? '')));

  const max = limit ?? Infinity;
  const isTooLong = count > max;
  const showsCount = count >= max * COUNTED_SHARE;
  const texts = { count: count.toLocaleString(locale), max: max.toLocaleString(locale) };
  const tooLongText = interpolate(tooLong, texts);

  const onInput = ({ target }: InputEvent) => {
    const control = target as HTMLInputElement;
    const newCount = countCharacters(control.value);
    setCount(newCount);
    control.setCustomValidity(newCount > max ? tooLongText : '');
  };

  const lengthError = isTooLong ? { text: tooLongText, isFoundWhileTyping: true } : undefined;
  return {
    error: error ?? lengthError,
    note: showsCount ? interpolate(length, texts) : note,
    onInput,
  };
}

/** Counts as the server does: without the white space around a text, and an accent with its letter. */
function countCharacters(text: string): number {
  return normaliseUnicode(text.trim(), 'NFC').length;
}

export function SelectField(props: Control<'select'>) {
  return (
    <Field {...props}>
      <span className="choice">
        <select {...getControlProps(props)} />
      </span>
    </Field>
  );
}

interface LabelledControl extends FieldProps {
  onType?: ComponentProps<'div'>['onInput'];
  children: ReactNode;
}

function Field({ label, name, error, hint, intro, note, onType, children }: LabelledControl) {
  return (
    <div className="field" onInput={onType}>
      <FieldLabel label={label} name={name} hint={hint} />
      {intro && (
        <p className="text-note text-ink-2" id={`${name}-intro`}>
          {intro}
        </p>
      )}
      {children}
      <FieldTexts name={name} error={error} note={note} />
    </div>
  );
}

function getControlProps<Props extends FieldProps & LengthLimit>(props: Props) {
  // Label, hint and limit are no attributes of the control.
  const { label: _label, hint: _hint, limit: _limit, intro, error, note, ...attributes } = props;
  return {
    className: 'input',
    id: props.name,
    ...attributes,
    ...getFieldAria(props.name, error, note, intro),
  };
}

export function FieldLabel({ label, name, hint }: Pick<FieldProps, 'label' | 'name' | 'hint'>) {
  return (
    <label htmlFor={name}>
      {hint ? `${label} ` : label}
      {hint && <span>{hint}</span>}
    </label>
  );
}

export interface FieldError {
  title?: string;
  text: string;
  /** It appeared while the visitor was typing, so only this element announces it to screen readers. */
  isFoundWhileTyping?: boolean;
}

/** The error and the note below a control, which getFieldAria refers to by their ids. */
export function FieldTexts({ name, error, note }: Pick<FieldProps, 'name' | 'error' | 'note'>) {
  return (
    <>
      {error && (
        <ErrorText id={`${name}-error`} role={error.isFoundWhileTyping ? 'alert' : undefined}>
          {error.title && <b className="font-bold">{error.title}.</b>} {error.text}
        </ErrorText>
      )}
      {note && (
        <p className="text-note/body text-ink-3" id={`${name}-note`}>
          {note}
        </p>
      )}
    </>
  );
}

export function ErrorText({ children, ...rest }: Omit<ComponentProps<'p'>, 'className'>) {
  return (
    <p className="error-text" {...rest}>
      <span>{children}</span>
    </p>
  );
}

/** Returns the attributes that mark a control as invalid, and refer it to its intro, error and note by their ids. */
export function getFieldAria(
  name: string,
  error?: FieldError,
  note?: ReactNode,
  intro?: string,
): Pick<AriaAttributes, 'aria-invalid' | 'aria-describedby'> {
  const ids = [intro && `${name}-intro`, error && `${name}-error`, note && `${name}-note`]
    .filter(Boolean)
    .join(' ');
  return {
    'aria-invalid': error ? true : undefined,
    'aria-describedby': ids || undefined,
  };
}

/** A box that screen readers read out when it appears. */
export function ErrorBox(props: Omit<ComponentProps<'div'>, 'className' | 'role'>) {
  return (
    <div className="border-2 border-error bg-error-wash px-5.5 py-4.5" role="alert" {...props} />
  );
}

export interface ErrorLine extends FieldError {
  /** The id of the field. */
  field: string;
}

interface ErrorSummaryProps {
  /** Stands above the heading. */
  intro?: string | undefined;
  heading: string;
  errors: readonly ErrorLine[];
  ref?: Ref<HTMLDivElement>;
}

/** Lists the errors of a form, each as a link that moves the focus to its field. */
export function ErrorSummary({ intro, heading, errors, ref }: ErrorSummaryProps) {
  return (
    <ErrorBox tabIndex={-1} ref={ref}>
      {intro && <p className="mb-3">{intro}</p>}
      <h2 className="mb-1 text-large/body font-medium tracking-none">{heading}</h2>
      <ul className="grid list-disc gap-y-1.5 ps-[1.1em]">
        {errors.map(({ field, title, text }) => (
          <li key={`${field} ${text}`}>
            <InPageLink className="tap" id={field}>
              {title ? `${title}: ${text}` : text}
            </InPageLink>
          </li>
        ))}
      </ul>
    </ErrorBox>
  );
}

/**
 * Returns a submit handler that prevents the submission while `isPending`. Calls `onSubmit` in either case, which can see
 * it by `event.defaultPrevented`.
 */
export function blockWhilePending(
  isPending: boolean,
  onSubmit: FormProps['onSubmit'],
): NonNullable<FormProps['onSubmit']> {
  return (event) => {
    if (isPending) event.preventDefault();
    onSubmit?.(event);
  };
}

/**
 * The router's form, by POST: its result becomes the `actionData` of the page. While one is pending, another one is
 * ignored: the router would abort the first, and its result would never be shown, although the server has stored it.
 */
export function PostForm({ onSubmit, ...rest }: Omit<ComponentProps<typeof Form>, 'method'>) {
  const isPending = useNavigation().formMethod === 'POST';
  return <Form method="post" onSubmit={blockWhilePending(isPending, onSubmit)} {...rest} />;
}

/** Returns the ref of a form, and focuses the form's first invalid control for each new `error`. */
export function useFocusOnFirstError(error: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) focusInView(form.current?.querySelector<HTMLElement>('[aria-invalid]'));
  }, [error]);
  return form;
}
