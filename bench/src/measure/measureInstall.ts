import type { Measurement } from '../lab.js'
import { toMetric } from '../report/metric.js'
import { listInstalled } from './listInstalled.js'

/** Packages that an EVM-only app doesn't need. */
const foreign = /solana|bitcoin|react-native/i

/** Measures what `npm install` of an EVM-only app writes to disk, without development dependencies. */
export const measureInstall: Measurement = async ({ appFolder }) => {
  const installed = listInstalled(appFolder)
  const bytes = installed.reduce((sum, { size }) => sum + size, 0)
  const strangers = installed.filter(({ name }) => foreign.test(name))
  return [
    toMetric('install of an EVM-only app: on disk', bytes / 1_000_000, 'MB', 110),
    toMetric('install of an EVM-only app: packages', installed.length, 'count', 30),
    toMetric('install of an EVM-only app: packages of Solana, Bitcoin, React Native', strangers.length, 'count', 0),
  ]
}
