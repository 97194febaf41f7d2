/** The status of a form that is of another account than the link opened last. */
export const OTHER_ACCOUNT = 409;

/** What is wrong with a post; `field` when it is about one, else about the link or the server. */
export interface ResetAnswer {
  field: string | null;
  message: string;
  /** About the link or code, not the password: a form that was open before gives way to it. */
  link?: boolean;
  /** No answer came: the same link can be sent again. */
  unanswered?: boolean;
}

/** The answer to show: what the server said, or that no answer came. */
export function resetAnswerToShow(
  answer: ResetAnswer | { unanswered: true; link: boolean } | undefined,
  failed: string,
): ResetAnswer | undefined {
  if (!answer || 'message' in answer) return answer;
  return { field: null, message: failed, ...answer };
}
