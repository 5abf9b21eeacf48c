import { findForeignMarkers } from '../../../scripts/lib/chainMarkers.mjs'
import type { Measurement } from '../lab.js'
import { toMetric } from '../report/metric.js'

/** Counts markers of other chains' code in the bundle of an EVM-only app, lazy chunks included. */
export const measureMarkers: Measurement = async ({ pages }) => {
  const found = [...pages.app.built].flatMap(([path, { body }]) =>
    findForeignMarkers(body.toString('utf8')).map((marker) => `${path}: ${marker}`),
  )
  if (found.length > 0) process.stdout.write(`Code of other chains in the bundle: ${found.join(', ')}\n`)
  return [toMetric('EVM-only bundle: markers of Solana and Bitcoin code', found.length, 'count', 0)]
}
