import { parse, type DefaultTreeAdapterTypes } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

export interface Page {
  status: number;
  headers: Headers;
  html: string;
  /** What is read on it. */
  readonly text: string;
  /** Its elements of a name, their texts, and what they have as an attribute. */
  all(name: string): Element[];
  texts(name: string): string[];
  values(name: string, key: string): string[];
  location: string | null;
  /** Status and Location: "303 /admin". */
  outcome: string;
  url: string;
  /** What was sent, for a Location that asks for it again (307). */
  sent: RequestInit;
}

/** A browser without JavaScript: keeps cookies, follows redirects on request, fills forms by field name. */
export class PlainBrowser {
  readonly #site: string;
  readonly cookies = new Map<string, string>();
  readonly headers: Record<string, string>;

  constructor(site: string, headers: Record<string, string> = {}) {
    this.#site = site;
    this.headers = headers;
  }

  get(path: string): Promise<Page> {
    return this.#send(path, {});
  }

  post(path: string, fields: Record<string, string> | [string, string][]): Promise<Page> {
    return this.#send(path, { method: 'POST', body: new URLSearchParams(fields) });
  }

  postParts(path: string, body: FormData): Promise<Page> {
    return this.#send(path, { method: 'POST', body });
  }

  /** Posts a form of the page: its fields as they came, with these filled in. */
  submit(page: Page, fields: Record<string, string>, form = 0): Promise<Page> {
    const found = forms(page.html)[form];
    if (!found) throw new Error(`no form ${form} on ${page.url}`);
    return this.post(found.action ?? page.url, { ...found.fields, ...fields });
  }

  /** Posts the form that takes files with some chosen, as parts; the last file waits for `pause`. */
  async attach(
    page: Page,
    fields: Record<string, string>,
    files: readonly File[],
    pause?: () => Promise<void>,
  ): Promise<Page> {
    const all = forms(page.html);
    const found = all.find(({ fields: own }) => 'files' in own) ?? all[0];
    if (!found) throw new Error(`no form on ${page.url}`);
    const body = new FormData();
    const { files: _, ...others } = { ...found.fields, ...fields };
    for (const [name, value] of Object.entries(others)) body.set(name, value);
    for (const file of files) body.append('files', file);
    return this.#send(found.action ?? page.url, {
      method: 'POST',
      ...(pause ? await inTwoPieces(body, pause) : { body }),
    });
  }

  /** Posts the form of a page whose action has this path, or ends with it ("status"). */
  submitTo(page: Page, address: string, fields: Record<string, string> = {}): Promise<Page> {
    return this.submit(page, fields, formTo(page, address));
  }

  /** Its cookies as a request carries them. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Follows the Location of an answer. */
  follow(page: Page): Promise<Page> {
    const { location, status, url } = page;
    if (!location) throw new Error(`${url} answered ${status} without a Location`);
    return status === 307 ? this.#send(location, page.sent) : this.get(location);
  }

  async #send(path: string, init: RequestInit): Promise<Page> {
    const url = new URL(path, this.#site);
    const { cookie } = this;
    const response = await fetch(this.#site + url.pathname + url.search, {
      redirect: 'manual',
      ...init,
      // Nothing is kept open that the server might close just as it is used again.
      headers: {
        connection: 'close',
        ...this.headers,
        ...init.headers,
        ...(cookie ? { cookie } : {}),
      },
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const { status, headers } = response;
    const html = await response.text();
    const location = headers.get('location');
    return {
      status,
      headers,
      html,
      get text() {
        return textOf(html);
      },
      all: (name) => elements(html, name),
      texts: (name) => texts(html, name),
      values: (name, key) => values(html, name, key),
      location,
      outcome: `${status} ${location ?? ''}`,
      url: url.pathname + url.search,
      sent: init,
    };
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** The same form, whose last part comes when `pause` is over. */
async function inTwoPieces(form: FormData, pause: () => Promise<void>): Promise<RequestInit> {
  const whole = new Response(form);
  const bytes = Buffer.from(await whole.clone().arrayBuffer());
  const cut = bytes.lastIndexOf('Content-Disposition');
  async function* pieces() {
    yield bytes.subarray(0, cut);
    await pause();
    yield bytes.subarray(cut);
  }
  const headers = { 'content-type': whole.headers.get('content-type') ?? '' };
  return { body: pieces() as never, headers, duplex: 'half' } as RequestInit;
}

interface FoundForm {
  action: string | undefined;
  fields: Record<string, string>;
}

/** The post forms of a page in order, with the values a browser would send unchanged. */
export function forms(html: string): FoundForm[] {
  return elements(html, 'form')
    .filter((form) => attribute(form, 'method')?.toLowerCase() === 'post')
    .map((form) => ({ action: attribute(form, 'action'), fields: fieldsOf(form) }));
}

/** Which of a page's forms is posted to this path, or to one that ends with it. */
export function formTo(page: Page, address: string): number {
  const isIt = (path: string) => path === address || path.endsWith(`/${address}`);
  const found = forms(page.html).findIndex(({ action = '' }) => isIt(action.split(/[?#]/)[0]!));
  if (found < 0) throw new Error(`no form to ${address} on ${page.url}`);
  return found;
}

/** Every element of a name in a page or in an element, in document order. */
export function elements(within: string | Node, name: string): Element[] {
  return descendants(rootOf(within)).filter((element) => element.tagName === name);
}

/** The text of every element of a name. */
export const texts = (within: string | Node, name: string): string[] =>
  elements(within, name).map((element) => textOf(element));

/** An attribute of every element of a name that has it. */
export const values = (within: string | Node, name: string, key: string): string[] =>
  elements(within, name).flatMap((element) => attribute(element, key) ?? []);

/** A test asks many things of one page: it is parsed once. */
const parsed = new Map<string, Node>();

function rootOf(within: string | Node): Node {
  if (typeof within !== 'string') return within;
  const known = parsed.get(within);
  if (known) return known;
  if (parsed.size > 20) parsed.clear();
  const root = parse(within);
  parsed.set(within, root);
  return root;
}

/** What a head says, by name; a name that comes twice is an error. */
export function headOf(html: string): Map<string, string> {
  const head = elements(html, 'head')[0]!;
  const said: [string, string][] = [
    ...texts(head, 'title').map((title): [string, string] => ['title', title]),
    ...elements(head, 'meta').map((element): [string, string] => [
      attribute(element, 'name') ?? attribute(element, 'property') ?? 'charset',
      attribute(element, 'content') ?? '',
    ]),
    ...elements(head, 'link')
      .filter((element) => attribute(element, 'rel') === 'canonical')
      .map((element): [string, string] => ['canonical', attribute(element, 'href') ?? '']),
  ];
  const all = new Map(said);
  if (all.size < said.length) throw new Error(`the head says something twice: ${said}`);
  return all;
}

export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((entry) => entry.name === name)?.value;
}

/** The text of an element (or page) with white space folded. */
export function textOf(node: Node | string): string {
  return rawText(rootOf(node)).replace(/\s+/g, ' ').trim();
}

function rawText(node: Node): string {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value;
  if (node.nodeName === 'script' || node.nodeName === 'style') return '';
  return 'childNodes' in node ? node.childNodes.map(rawText).join('') : '';
}

/** What is asked of a page again and again is walked once: nothing changes a tree. */
const walked = new WeakMap<Node, Element[]>();

function descendants(node: Node): Element[] {
  const known = walked.get(node);
  if (known) return known;
  const all: Element[] = [];
  const walk = (at: Node) => {
    for (const child of 'childNodes' in at ? at.childNodes : []) {
      if ('tagName' in child) all.push(child);
      walk(child);
    }
  };
  walk(node);
  walked.set(node, all);
  return all;
}

function fieldsOf(form: Element): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const element of descendants(form)) {
    const name = attribute(element, 'name');
    if (!name) continue;
    if (element.tagName === 'textarea') fields[name] = rawText(element);
    else if (element.tagName === 'select') fields[name] = selected(element);
    else if (element.tagName === 'input') fields[name] = attribute(element, 'value') ?? '';
  }
  return fields;
}

function selected(select: Element): string {
  const options = descendants(select).filter((option) => option.tagName === 'option');
  const chosen = options.find((o) => attribute(o, 'selected') !== undefined) ?? options[0];
  return chosen ? (attribute(chosen, 'value') ?? textOf(chosen)) : '';
}
