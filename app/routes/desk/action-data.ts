// The data that the actions of the desk return to their pages, which tell it apart by `kind`.
import type { FailureReason } from '#app/components/failure-reason.ts';
import type { FieldError } from '#app/components/field.tsx';
import type { ToastMessage } from '#app/components/toast.tsx';
import type { StatusUndo } from '#app/domain/desk/enquiry-changes.server.ts';

/** A form that comes back with its typed values. */
export interface TypedForm {
  /** By the names of their fields. */
  errors?: Readonly<Record<string, FieldError>> | undefined;
  /** The posted values, without passwords and codes. `intent` names the form. */
  values: Readonly<Record<string, string>>;
  fileErrors?: readonly FieldError[] | undefined;
  /** A page cannot fill in a field for files. */
  mustChooseFilesAgain?: boolean;
}

/** A form that the server has refused. The page shows it again with its values. */
export interface RefusedForm extends TypedForm {
  kind: 'refused';
  toast: DeskToast;
}

/** A form without a readable response: its request failed or was cancelled, or a proxy answered. */
export interface UnansweredForm {
  kind: 'unanswered';
  reason: FailureReason | 'cancelled';
  intent: string;
}

/** A form that was carried out: data for a script, which stays on its page, or the flash message after a redirect. */
export interface DoneForm {
  kind: 'done';
  toast: DeskToast;
  undo: Undo | null;
}

/** A toast without elements, which the server can send. */
export interface DeskToast extends Omit<ToastMessage, 'text' | 'action'> {
  text?: string;
}

/** Data of one page, which knows its kind. A form whose text is in another field has only `intent` in `values`. */
export interface PageActionData extends Partial<TypedForm> {
  kind:
    | 'codes'
    | 'conflict'
    | 'filled'
    | 'invalid'
    | 'password-needed'
    | 'person'
    | 'saved'
    | 'unsaved'
    | 'uploaded';
  toast?: DeskToast;
}

/** A form that was carried out after a script has uploaded it: its request would follow a redirect by itself. */
export interface UploadedForm extends PageActionData {
  kind: 'uploaded';
  nextPath: string;
}

export type DeskActionData =
  DoneForm | UploadedForm | RefusedForm | UnansweredForm | PageActionData;

/** The fields of the form that undoes a change. */
export type Undo = StatusUndoForm | SelectionUndo;

export type StatusUndoForm = StatusUndo & { intent: 'status' };

export interface SelectionUndo {
  intent: 'selection';
  at: number;
  /** Ids of enquiries, separated by commas. */
  rows: string;
}
