import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { eventually } from '../reading/eventually.ts';
import { newFolder } from '../servers/new-data.ts';
import type { Engine } from './engine.ts';

type Point = readonly [x: number, y: number];

declare global {
  interface Window {
    clickTarget?: Element;
    /** Undefined in a new document, and where scripts are off. */
    hasClicked?: boolean;
  }
}

const MAX_PRESSES = 3;
// On a busy machine WebKit delivers a click to the page more than a second late.
const CLICK_TIMEOUT_MS = 5000;

/** Uses a tab like a person: reads the page, clicks visible elements with the mouse, types. */
export class Tab {
  readonly engine: Engine;
  readonly #origin: string;

  constructor(engine: Engine, origin: string) {
    this.engine = engine;
    this.#origin = origin;
  }

  /** Opens a page and waits until it is ready. */
  async open(path: string): Promise<void> {
    await this.engine.navigate(this.#origin + path);
    await this.waitUntilReady();
  }

  /** Waits until the page is painted and, with scripts, hydrated. */
  async waitUntilReady(): Promise<void> {
    await eventually(async () => {
      const isReady = await this.read(() => {
        // Firefox has not reported some first paints, and has ignored clicks before the first one.
        const isPainted =
          performance.getEntriesByName('first-contentful-paint').length > 0 ||
          performance.now() > 2500;
        return document.readyState === 'complete' && isPainted && window.early === undefined;
      });
      if (!isReady) throw new Error('the page is not painted or not hydrated');
    });
  }

  /** Runs a function in the page and returns its result. It cannot use names from its own file. */
  read<Result>(look: (...args: never[]) => Result, ...args: unknown[]): Promise<Result> {
    return this.engine.run(look.toString(), args);
  }

  readPath(): Promise<string> {
    return this.read(() => location.pathname + location.search);
  }

  /** Waits until the page contains a text. */
  see(text: string): Promise<void> {
    return eventually(async () => {
      expect(await this.read(() => document.body.innerText)).toContain(text);
    });
  }

  async seePath(path: string | RegExp): Promise<void> {
    await eventually(async () => expect(await this.readPath()).toMatch(path));
    await this.waitUntilReady();
  }

  /**
   * Clicks the centre of an element once it is visible and no longer moves. Throws if another element covers it.
   * Presses again if the element has received no click: Firefox drops some presses, for a reason that is not known.
   */
  async click(selector: string, name: string | null = null): Promise<void> {
    let point = await this.#find(selector, name);
    for (let attempt = 1; attempt <= MAX_PRESSES; attempt++) {
      await this.read(watchForClick);
      await this.engine.perform([pressAt(...point)]);
      if (await this.#hasReceivedClick()) return;
      try {
        point = await this.#find(selector, name);
      } catch (error) {
        // What the click opened covers the element: the click came late.
        if (await this.#hasReceivedClick()) return;
        throw error;
      }
    }
    throw new Error(`${selector} ${name ?? ''} was pressed ${MAX_PRESSES} times without a click`);
  }

  /** Also returns true if the page has left, because that takes a click, and where scripts are off. */
  async #hasReceivedClick(): Promise<boolean> {
    const deadlineMs = performance.now() + CLICK_TIMEOUT_MS;
    do {
      const hasClicked = await this.read(isClickedOrGone).catch(() => undefined);
      if (hasClicked !== false) return true;
    } while (performance.now() < deadlineMs);
    return false;
  }

  #find(selector: string, name: string | null): Promise<Point> {
    let lastPoint: Point | undefined;
    return eventually(async () => {
      const point = await this.read(findPoint, selector, name);
      if (typeof point === 'string') throw new Error(point);
      const isStill = lastPoint?.every((part, index) => part === point[index]);
      lastPoint = point;
      if (!isStill) throw new Error(`${selector} ${name} does not stand still`);
      return point;
    });
  }

  /** Replaces the text of a field by typing. */
  async fill(selector: string, text: string): Promise<void> {
    await this.click(selector);
    await this.read((field) => document.querySelector<HTMLInputElement>(field)!.select(), selector);
    const keys = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.engine.perform([{ type: 'key', id: 'keyboard', actions: keys }]);
    await eventually(async () => expect(await this.readValue(selector)).toBe(text));
  }

  readValue(selector: string): Promise<string> {
    return this.read((field) => document.querySelector<HTMLInputElement>(field)!.value, selector);
  }

  /** Selects an option by script, because the popup belongs to the system and not to the page. */
  async choose(selector: string, value: string): Promise<void> {
    await this.#find(selector, null);
    await this.read(
      (field, option) => {
        const select = document.querySelector<HTMLSelectElement>(field)!;
        select.value = option;
        for (const type of ['input', 'change']) {
          select.dispatchEvent(new Event(type, { bubbles: true }));
        }
      },
      selector,
      value,
    );
  }

  async attach(selector: string, file: File): Promise<void> {
    const folder = newFolder();
    const path = join(folder, file.name);
    writeFileSync(path, await file.bytes());
    await this.engine.setFiles(selector, [path]);
  }

  /** Runs `open`, which opens a tab, then `look` in the new tab, and closes it. */
  async lookAtNewTab(open: () => Promise<void>, look: () => Promise<void>): Promise<void> {
    const previousTabs = await this.engine.listTabs();
    await open();
    const newTab = await eventually(async () => {
      const tab = (await this.engine.listTabs()).find((id) => !previousTabs.includes(id));
      if (!tab) throw new Error('no tab was opened');
      return tab;
    });
    await this.engine.chooseTab(newTab);
    await look();
    await this.engine.closeTab();
    await this.engine.chooseTab(previousTabs[0]!);
  }

  async close(): Promise<void> {
    await this.engine.stop();
  }
}

function pressAt(x: number, y: number) {
  const actions = [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
    { type: 'pause', duration: 100 },
    { type: 'pointerDown', button: 0 },
    { type: 'pause', duration: 50 },
    { type: 'pointerUp', button: 0 },
  ];
  return { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
}

/** Runs in the page. An element that has gone was clicked: the next page has replaced it. */
function isClickedOrGone(): boolean | undefined {
  return window.hasClicked === false ? !window.clickTarget!.isConnected : window.hasClicked;
}

/** Runs in the page. Does nothing where scripts are off, because listeners do not run there. */
function watchForClick(): void {
  addEventListener('test-listeners', () => (window.hasClicked = false), { once: true });
  dispatchEvent(new Event('test-listeners'));
  // Not once: a late click of an earlier press would use the listener up.
  const listen = ({ target }: Event) => {
    window.hasClicked ||= window.clickTarget!.contains(target as Element);
  };
  addEventListener('click', listen, { capture: true });
}

/** Runs in the page. Returns the point to click, or the reason why the element cannot be clicked. */
function findPoint(selector: string, name: string | null): Point | string {
  const nameOf = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent).replace(/\s+/g, ' ').trim();
  const element = [...document.querySelectorAll(selector)].find(
    (one) =>
      one.checkVisibility({ visibilityProperty: true }) && (name === null || nameOf(one) === name),
  );
  const isChangingPage = document
    .getAnimations()
    .some(({ effect }) =>
      (effect as KeyframeEffect).pseudoElement?.startsWith('::view-transition'),
    );
  if (isChangingPage) return 'the change of page is still shown: it takes all clicks';
  if (!element) return `there is no ${selector} ${name ?? ''} on ${location.href}`;
  const isMoving = document.getAnimations().some((animation) => {
    const effect = animation.effect as KeyframeEffect;
    const isEndless = effect.getComputedTiming().endTime === Infinity;
    return animation.playState === 'running' && !isEndless && effect.target?.contains(element);
  });
  if (isMoving) return `${selector} ${name ?? ''} is moving`;
  window.clickTarget = element;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  // A section that waits for its reveal has no opacity, and then moves.
  if (!element.checkVisibility({ opacityProperty: true })) return `${selector} is transparent`;
  const { left, top, width, height } = element.getClientRects()[0]!;
  const point: Point = [left + width / 2, top + height / 2];
  const hit = document.elementFromPoint(...point);
  const isFree = element.contains(hit);
  return isFree ? point : `${selector} ${name ?? ''} lies under ${hit?.outerHTML.slice(0, 200)}`;
}
