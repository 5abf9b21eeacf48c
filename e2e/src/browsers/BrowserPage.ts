export type EngineName = 'Chromium' | 'Firefox' | 'WebKitGTK'

/** In CSS pixels, from the upper left corner of what the page shows. */
export type Point = { readonly x: number; readonly y: number }

export type Key = 'Tab' | 'Shift+Tab' | 'Enter' | 'Escape'

export type EvaluateOptions = {
  /** How the address of a frame begins, to run there instead of in the page. */
  readonly frame?: string | undefined
}

/** All that the flows need of a page, which is what every browser's remote control has: they are written once on top of it. */
export interface BrowserPage {
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** Runs a function there that refers to nothing but its argument; both are passed as JSON, and a promise is waited for. */
  evaluate<arg, result>(
    run: (arg: arg) => result | Promise<result>,
    arg: arg,
    options?: EvaluateOptions,
  ): Promise<result>
  /** Moves the pointer. */
  moveTo(point: Point): Promise<void>
  /** Moves the pointer and presses its first button. */
  click(point: Point): Promise<void>
  key(key: Key): Promise<void>
  /** Types into what has the focus. */
  type(text: string): Promise<void>
  /** What the page shows, as PNG. */
  screenshot(): Promise<Uint8Array>
  /** Another page of the same visitor. */
  newPage(): Promise<BrowserPage>
  /** The window that `opens` lets the page open. */
  waitForPopup(opens: () => Promise<void>): Promise<BrowserPage>
  isClosed(): Promise<boolean>
  close(): Promise<void>
  /** Errors of the console, errors that nobody caught, and what the content security policy refused. */
  readFaults(): Promise<readonly string[]>
}

/** A browser that runs. */
export type Engine = {
  readonly name: EngineName
  readonly version: string
  /** A page of a visitor who has never been anywhere. */
  newVisitor(): Promise<VisitorPage>
  close(): Promise<void>
}

export type VisitorPage = { readonly page: BrowserPage; close(): Promise<void> }

/** Of every page. */
export const viewport: { readonly width: number; readonly height: number } = { width: 1280, height: 900 }
