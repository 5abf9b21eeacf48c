import type { Browser } from 'playwright-core'
import type { BuiltPage, PageName } from './prepare/buildPage.js'
import type { Metric } from './report/metric.js'

/** The environment of a measurement. */
export type Lab = {
  readonly browser: Browser
  readonly pages: Readonly<Record<PageName, { readonly url: string; readonly built: BuiltPage }>>
  /** The folder in which the packages of an EVM-only app are installed for production. */
  readonly appFolder: string
}

export type Measurement = (lab: Lab) => Promise<readonly Metric[]>

/** Number of loads per timed figure; the median counts. */
export const samples = 11
/** CPU throttling factor that makes this machine as slow as a phone or an old laptop. */
export const slowdown = 4
