/** A browser window under remote control, with the operations that all engines have in common. */
export interface Engine {
  navigate(url: string): Promise<void>;
  /** Calls a function of the page's world with JSON values; returns its JSON result. */
  run<Result>(source: string, args: readonly unknown[]): Promise<Result>;
  /** Moves the mouse or presses keys: the action sources of the WebDriver specification. */
  perform(sources: readonly object[]): Promise<void>;
  setFiles(selector: string, paths: readonly string[]): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Returns the ids of the tabs. All other operations apply to the chosen tab. */
  listTabs(): Promise<string[]>;
  chooseTab(id: string): Promise<void>;
  closeTab(): Promise<void>;
  /** Reported violations of the content security policy; always empty for WebKit. */
  violations: readonly string[];
  stop(): Promise<void>;
}

export interface EngineOptions {
  hasScripts: boolean;
}
