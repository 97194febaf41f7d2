/** The longest texts of pictures, blocks and categories, in characters; kinds.server.ts has those of other fields. */
export const TEXT_LIMITS = {
  pictureAlt: 300,
  pictureCredit: 100,
  blockText: 10_000,
  blockTitle: 200,
  quote: 600,
  categoryTitle: 60,
} as const;
