import type { Measurement } from './lab.js'
import { measureChurn } from './measure/measureChurn.js'
import { measureClicks } from './measure/measureClicks.js'
import { measureCrowd } from './measure/measureCrowd.js'
import { measureEntries } from './measure/measureEntries.js'
import { measureFeatures } from './measure/measureFeatures.js'
import { measureFiles } from './measure/measureFiles.js'
import { measureFirstOpen } from './measure/measureFirstOpen.js'
import { measureGrowth } from './measure/measureGrowth.js'
import { measureHeap } from './measure/measureHeap.js'
import { measureHurried } from './measure/measureHurried.js'
import { measureIdle } from './measure/measureIdle.js'
import { measureInstall } from './measure/measureInstall.js'
import { measureList } from './measure/measureList.js'
import { measureMarkers } from './measure/measureMarkers.js'
import { measureMoneyFeatures } from './measure/measureMoneyFeatures.js'
import { measureOpening } from './measure/measureOpening.js'
import { measurePairingFeatures } from './measure/measurePairingFeatures.js'
import { measureReopening } from './measure/measureReopening.js'
import { measureShifts } from './measure/measureShifts.js'
import { measureSlow } from './measure/measureSlow.js'

/** In the order of the results. */
export const measurements: Readonly<Record<string, Measurement>> = {
  'first-open': measureFirstOpen,
  features: measureFeatures,
  'pairing-features': measurePairingFeatures,
  'money-features': measureMoneyFeatures,
  entries: measureEntries,
  files: measureFiles,
  idle: measureIdle,
  opening: measureOpening,
  slow: measureSlow,
  hurried: measureHurried,
  shifts: measureShifts,
  clicks: measureClicks,
  reopening: measureReopening,
  churn: measureChurn,
  heap: measureHeap,
  install: measureInstall,
  markers: measureMarkers,
  crowd: measureCrowd,
  list: measureList,
  growth: measureGrowth,
}
