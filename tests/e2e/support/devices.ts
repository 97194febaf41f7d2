/** What a browser on a phone says of itself. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The devices of what has to work on both; the desktop is the configuration's own. */
export const devices = Object.entries({ desktop: {}, touch: phone });
