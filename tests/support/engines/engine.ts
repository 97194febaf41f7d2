/** One window of a browser that is driven from outside, in the words that all engines share. */
export interface Engine {
  navigate(url: string): Promise<void>;
  /** Calls a function of the page's world with JSON values; returns its JSON result. */
  run<Result>(source: string, args: readonly unknown[]): Promise<Result>;
  /** Moves the mouse or presses keys: the action sources of the WebDriver specification. */
  perform(sources: readonly object[]): Promise<void>;
  setFiles(selector: string, paths: readonly string[]): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** The ids of its tabs; the engine acts in the one that is chosen. */
  listTabs(): Promise<string[]>;
  chooseTab(id: string): Promise<void>;
  closeTab(): Promise<void>;
  takeScreenshot(): Promise<Buffer>;
  /** Violations of the content security policy that it reported; none where an engine tells of none. */
  violations: readonly string[];
  stop(): Promise<void>;
}

export interface EngineOptions {
  hasScripts: boolean;
}
