import type { Browser } from 'playwright-core'
import type { BuiltPage, PageName } from './prepare/buildPage.js'
import type { Metric } from './report/metric.js'

/** What a measurement works with. */
export type Lab = {
  readonly browser: Browser
  readonly pages: Readonly<Record<PageName, { readonly url: string; readonly built: BuiltPage }>>
  /** Where the packed packages are installed for production. */
  readonly appFolder: string
}

export type Measurement = (lab: Lab) => Promise<readonly Metric[]>

/** Loads per timed figure, of which the median counts. */
export const samples = 11
/** What a phone or an old laptop makes of this machine. */
export const slowdown = 4
