import { isModalOpen } from '#app/components/dialogs.ts';
import { interpolate } from '#app/components/words.ts';
import { useHydrated } from '#app/components/hydrated.tsx';
import {
  Fragment,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { useDeskFrame, useDeskWords } from '#app/routes/desk/frame.tsx';

interface Shown {
  ids: readonly number[];
  open: string | null;
}

const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };
const STATUS_KEY = /^[1-3]$/;

/** DA-6. Enter needs no key here: the current row's focus is on the link that opens it. */
export function useDeskKeys({ ids, open }: Shown): void {
  const on = useKeysAreOn();
  const move = useRowMoves(ids);
  const replies = useRef(false);
  useEffect(() => {
    if (open !== null && replies.current) press(elementOf('r'));
    replies.current = false;
  }, [open]);
  // With the attributes that tell of them: whoever is told of a key can press it.
  useLayoutEffect(() => {
    if (!on) return;
    const answer = (key: string): boolean => {
      if (key === '?') return showKeysHelp();
      const row = open === null ? currentRow() : document.querySelector('[role="dialog"]');
      if (STATUS_KEY.test(key)) return choose(Number(key) - 1, row);
      if (open !== null) return press(elementOf(key));
      const steps = STEPS[key];
      if (steps !== undefined) return move(steps);
      if (key !== 'r') return press(elementOf(key));
      // The way to a reply is in the enquiry.
      replies.current = press(row?.querySelector<HTMLElement>('a[id^="view-"]') ?? null);
      return replies.current;
    };
    const listen = (event: KeyboardEvent) => {
      const key = pressedKey(event);
      if (key === null || (event.repeat && !(key in STEPS))) return;
      if (answer(key)) event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [on, open, move]);
}

function choose(place: number, within: Element | null): boolean {
  const select = within?.querySelector<HTMLSelectElement>('select[name="status"]');
  if (!select) return false;
  if (select.selectedIndex !== place) {
    select.selectedIndex = place;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }
  return true;
}

function press(element: HTMLElement | null): boolean {
  if (element instanceof HTMLInputElement) element.select();
  else element?.click();
  return element !== null;
}

const links = () => [...document.querySelectorAll<HTMLElement>('a[id^="view-"]')];

function currentRow(): HTMLElement | null {
  return document.activeElement?.closest('tr') ?? null;
}

function useRowMoves(ids: readonly number[]): (steps: number) => boolean {
  const last = useRef({ id: '', index: -1 });
  const shown = ids.join();
  useLayoutEffect(() => {
    const remember = () => {
      const row = currentRow();
      const index = row ? links().findIndex((link) => row.contains(link)) : -1;
      if (index >= 0) last.current = { id: links()[index]!.id, index };
    };
    addEventListener('focusin', remember);
    return () => removeEventListener('focusin', remember);
  }, []);
  useLayoutEffect(() => {
    const { id, index } = last.current;
    if (index < 0 || document.getElementById(id)) return;
    // When its new status takes the current row off the list, the one in its place is current.
    // A focused element that is taken away leaves the focus to the body.
    if (document.activeElement === document.body) focusAt(index);
  }, [shown]);
  return useCallback((steps) => {
    const row = currentRow();
    const at = row ? links().findIndex((link) => row.contains(link)) : -1;
    return focusAt(at < 0 ? 0 : at + steps);
  }, []);
}

function focusAt(index: number): boolean {
  const all = links();
  const link = all[Math.min(Math.max(index, 0), all.length - 1)];
  link?.focus();
  return link !== undefined;
}

const GREEK: Readonly<Record<string, string>> = { ξ: 'j', κ: 'k', ρ: 'r' };
const TYPED_INTO =
  'input:not([type=checkbox]), select, textarea, [contenteditable]:not([contenteditable="false"])';

/**
 * Null while somebody is typing, with a modifier key (but for the Shift that a sign needs), or when
 * something else has taken it.
 */
function pressedKey(event: KeyboardEvent): string | null {
  if (event.defaultPrevented || event.isComposing || isModalOpen()) return null;
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  if (event.target instanceof Element && event.target.closest(TYPED_INTO)) return null;
  if (event.shiftKey && /^\p{Letter}$/u.test(event.key)) return null;
  const key = event.key.toLowerCase();
  return GREEK[key] ?? key;
}

export function useShortcut(keys: string): { 'aria-keyshortcuts'?: string } {
  return useKeysAreOn() ? { 'aria-keyshortcuts': keys } : {};
}

function elementOf(key: string): HTMLElement | null {
  const found = document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts~="${CSS.escape(key)}"]`);
  return [...found].find((element) => !element.closest('[inert]')) ?? null;
}

const HELP = 'keys-help';

function showKeysHelp(): boolean {
  const help = document.getElementById(HELP);
  if (!(help instanceof HTMLDialogElement)) return false;
  if (!help.open) help.showModal();
  return true;
}

export function KeysHelp() {
  const { keys: words } = useDeskWords();
  const { statuses } = useDeskFrame();
  const on = useKeysAreOn();
  const dialog = useRef<HTMLDialogElement>(null);
  if (!useHydrated()) return null;
  const { does } = words;
  const rows: [string[], string][] = [
    [['j', 'k'], does.move],
    [['Enter'], does.open],
    [['r'], does.reply],
    [['1', '2', '3'], interpolate(does.status, { statuses: Object.values(statuses).join(', ') })],
    [['/'], does.search],
    [['?'], does.help],
    [['Esc'], does.close],
  ];
  return (
    <dialog
      id={HELP}
      ref={dialog}
      aria-labelledby="keys-title"
      className="m-auto max-h-full w-full max-w-120 overflow-auto border-3 border-ink bg-panel p-7 text-ink backdrop:bg-night/45"
    >
      <div className="flex items-start justify-between gap-4">
        <h2 id="keys-title" className="text-lead">
          {words.title}
        </h2>
        <button
          className="cross"
          type="button"
          aria-label={words.close}
          onClick={() => dialog.current?.close()}
        />
      </div>
      <dl className="my-4 grid grid-cols-[auto_1fr] *:border-b *:border-line *:py-2">
        {rows.map(([keys, does]) => (
          <Fragment key={does}>
            <dt className="pe-6 font-medium">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="me-2 inline-block min-w-8 border border-line-strong bg-paper px-2 text-center font-sans"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </Fragment>
        ))}
      </dl>
      <p className="text-ink-2">{words.note}</p>
      <label className="mt-4 flex min-h-11 items-center gap-3">
        <input
          className="tick-box"
          type="checkbox"
          checked={on}
          onChange={({ target }) => turnKeys(target.checked)}
        />
        {words.on}
      </label>
    </dialog>
  );
}

export function KeysButton() {
  const { keys: words } = useDeskWords();
  const shortcut = useShortcut('?');
  if (!useHydrated()) return null;
  return (
    <button
      type="button"
      className="min-h-11 underline underline-offset-4"
      onClick={showKeysHelp}
      {...shortcut}
    >
      {words.title}
    </button>
  );
}

const STORED = 'desk-keys';
// By itself it comes to the other tabs alone.
const CHANGED = 'storage';

/** Single keys can be turned off, as whoever speaks to a computer has to (WCAG 2.1.4). */
function useKeysAreOn(): boolean {
  return useSyncExternalStore(subscribe, areOn, () => false);
}

function turnKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, 'off');
  } catch {
    // A browser that keeps nothing leaves them on.
  }
  dispatchEvent(new Event(CHANGED));
}

function areOn(): boolean {
  try {
    return localStorage.getItem(STORED) !== 'off';
  } catch {
    return true;
  }
}

function subscribe(changed: () => void): () => void {
  addEventListener(CHANGED, changed);
  return () => removeEventListener(CHANGED, changed);
}
