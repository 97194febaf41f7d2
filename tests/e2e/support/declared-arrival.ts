import type { Page } from '@playwright/test';

/** How the new page of a change arrives: by which keyframes, in how many ms, from how far, in px. */
export interface IncomingRequest {
  name: string;
  duration: number;
  from: number;
}

declare global {
  interface Window {
    /** What the styles say of a page change that this browser gave up; null when they say nothing. */
    declaredArrival(): IncomingRequest | null;
    /** Whether a rejected `ready` means that the browser gave up, and not that another change came. */
    wasGivenUp(reason: unknown): boolean;
  }
}

/**
 * A browser may change a page without the animation that was asked for, which Chromium does when it
 * is slow. What the site has asked for can be read all the same: these functions do, in the page.
 */
export async function readDeclaredArrivals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.wasGivenUp = (reason) =>
      reason instanceof DOMException && ['TimeoutError', 'InvalidStateError'].includes(reason.name);
    window.declaredArrival = () => {
      const rules = [...document.styleSheets].flatMap((sheet) => inForce(sheet.cssRules));
      const root = document.documentElement;
      const part = '::view-transition-new(root)';
      const probe = document.body.appendChild(document.createElement('i'));
      for (const rule of rules) {
        if (!(rule instanceof CSSStyleRule)) continue;
        const chosen = rule.selectorText.split(/,\s*/).filter((one) => one.endsWith(part));
        if (!chosen.some((one) => root.matches(one.slice(0, -part.length) || '*'))) continue;
        probe.style.cssText += rule.style.cssText;
      }
      const { animationName: name, animationDuration } = getComputedStyle(probe);
      probe.remove();
      const frames = rules.find((rule) => rule instanceof CSSKeyframesRule && rule.name === name);
      if (!(frames instanceof CSSKeyframesRule)) return null;
      const first = (frames[0] as CSSKeyframeRule | undefined)?.style.translate ?? '';
      return { name, duration: parseFloat(animationDuration) * 1000, from: parseFloat(first) };
    };
    function inForce(rules: CSSRuleList): CSSRule[] {
      return [...rules].flatMap((rule) => {
        if (rule instanceof CSSMediaRule && !matchMedia(rule.conditionText).matches) return [];
        return rule instanceof CSSGroupingRule ? inForce(rule.cssRules) : [rule];
      });
    }
  });
}
