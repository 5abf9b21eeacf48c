export type EngineName = 'Chromium' | 'Firefox' | 'WebKitGTK'

/** In CSS pixels, from the upper left corner of the viewport. */
export type Point = { readonly x: number; readonly y: number }

/** Size of a window's viewport, in CSS pixels. */
export type Size = { readonly width: number; readonly height: number }

export type Key = 'Tab' | 'Shift+Tab' | 'Enter' | 'Escape'

export type EvaluateOptions = {
  /** URL prefix of the frame to run in instead of the page. */
  readonly frame?: string | undefined
}

/**
 * The operations on a page that the flows use. Every browser's remote control supports them, so each flow is written once.
 */
export interface BrowserPage {
  goto(url: string): Promise<void>
  reload(): Promise<void>
  resize(size: Size): Promise<void>
  /** Runs a self-contained function there; its argument and result are passed as JSON, and a promise is awaited. */
  evaluate<arg, result>(
    run: (arg: arg) => result | Promise<result>,
    arg: arg,
    options?: EvaluateOptions,
  ): Promise<result>
  /** Moves the pointer. */
  moveTo(point: Point): Promise<void>
  /** Moves the pointer and clicks its main button. */
  click(point: Point): Promise<void>
  key(key: Key): Promise<void>
  /** Types into the focused element. */
  type(text: string): Promise<void>
  /** Takes a screenshot of the page, as PNG. */
  screenshot(): Promise<Uint8Array>
  /** Opens another page of the same user. */
  newPage(): Promise<BrowserPage>
  /** Returns the window that `opens` makes the page open. */
  waitForPopup(opens: () => Promise<void>): Promise<BrowserPage>
  isClosed(): Promise<boolean>
  close(): Promise<void>
  /** Console errors, uncaught errors, and violations of the content security policy. */
  readErrors(): Promise<readonly string[]>
}

/** A running browser. */
export type Engine = {
  readonly name: EngineName
  readonly version: string
  /** Opens a page in a new profile. */
  newVisitor(): Promise<VisitorPage>
  close(): Promise<void>
}

export type VisitorPage = { readonly page: BrowserPage; close(): Promise<void> }

/** Of all pages, to begin with. */
export const viewport: Size = { width: 1280, height: 900 }
