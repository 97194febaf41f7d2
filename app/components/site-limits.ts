/** Numbers of the rules that browsers need (docs/rules.md, Constants); limits.ts has the others. */

export const SITE = {
  headerCompactAfterPx: 20,
  mobileBreakpointPx: 768,
  featuredProjects: 3,
  imageLazyMarginPx: 50,
  imageLazyThreshold: 0.1,
  preloadDefault: 2,
  preloadFeatured: 1,
  preloadAboutAndHome: 2,
  preloadMedia: 3,
  preloadIdleFallbackMs: 100,
} as const;

/** Durations that scripts need. Those of style sheets are in styles/tokens.css. */
export const MOTION = {
  procedureStepMs: 1200,
  sawOpensMs: 700,
  swipeUpPx: 50,
  swipeUpMs: 500,
  viewerSwipePx: 50,
  carouselAdvanceMs: 3000,
  activeSlideMs: 500,
  revealAtShare: 0.25,
  passwordSetRedirectMs: 2000,
  toastStaysMs: 6000,
} as const;
