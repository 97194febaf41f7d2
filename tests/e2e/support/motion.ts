/** The times that the specification gives to motion of style sheets; the tokens must agree. */
export const MOTION = { pageTransitionMs: 600, projectSlideMs: 300 } as const;
