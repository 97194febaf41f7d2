import { attachmentErrors } from '#app/content/texts/attachments.ts';

/** Why files were refused, in the words for their sender; `tooLarge` makes it a 413 (AT-3). */
export interface FileRefusal {
  title: string;
  message: string;
  tooLarge: boolean;
}

export const refusals = {
  notAccepted: (name: string) => refusal(attachmentErrors.notAccepted(name)),
  empty: (name: string) => refusal(attachmentErrors.empty(name)),
  tooLarge: (name: string, mb: number) => refusal(attachmentErrors.tooLarge(name, mb), true),
  tooMany: (count: number) => refusal(attachmentErrors.tooMany(count)),
  together: (mb: number) => refusal(attachmentErrors.together(mb), true),
};

function refusal(words: { title: string; message: string }, tooLarge = false): FileRefusal {
  return { ...words, tooLarge };
}
