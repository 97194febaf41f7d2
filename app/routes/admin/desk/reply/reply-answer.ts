import type { WrittenReply } from '#db/reply-schema.ts';

/** A reply that was refused: as it was written, with what its form needs to be sent again. */
export interface ReplyRefusal {
  reply: WrittenReply;
  /** The field at fault, and why. */
  fault?: { field: 'subject' | 'message'; text: string } | undefined;
}

/** The refusal in what a form was answered; undefined where it was not refused by the server. */
export function refusalIn(answer: object | undefined): ReplyRefusal | undefined {
  return answer && 'reply' in answer ? (answer as ReplyRefusal) : undefined;
}
