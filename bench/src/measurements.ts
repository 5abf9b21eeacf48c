import type { Measurement } from './lab.js'
import { measureChurn } from './measure/measureChurn.js'
import { measureConnecting } from './measure/measureConnecting.js'
import { measureCrowd } from './measure/measureCrowd.js'
import { measureEntries } from './measure/measureEntries.js'
import { measureFirstOpen } from './measure/measureFirstOpen.js'
import { measureHeap } from './measure/measureHeap.js'
import { measureHurried } from './measure/measureHurried.js'
import { measureInstall } from './measure/measureInstall.js'
import { measureList } from './measure/measureList.js'
import { measureLoad } from './measure/measureLoad.js'
import { measureMarkers } from './measure/measureMarkers.js'
import { measureMoneyViews } from './measure/measureMoneyViews.js'
import { measureOpening } from './measure/measureOpening.js'
import { measurePairingViews } from './measure/measurePairingViews.js'
import { measureReopening } from './measure/measureReopening.js'
import { measureViews } from './measure/measureViews.js'

/** In the order of the results. */
export const measurements: Readonly<Record<string, Measurement>> = {
  'first-open': measureFirstOpen,
  views: measureViews,
  'pairing-views': measurePairingViews,
  'money-views': measureMoneyViews,
  entries: measureEntries,
  load: measureLoad,
  opening: measureOpening,
  hurried: measureHurried,
  connecting: measureConnecting,
  reopening: measureReopening,
  churn: measureChurn,
  heap: measureHeap,
  install: measureInstall,
  markers: measureMarkers,
  crowd: measureCrowd,
  list: measureList,
}
