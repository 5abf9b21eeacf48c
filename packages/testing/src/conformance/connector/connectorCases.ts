import type { ConformanceCase } from '../runConformance.js'
import { abortCases } from './abortCases.js'
import { callCases } from './callCases.js'
import { connectCases } from './connectCases.js'
import type { ConnectorSubject } from './connectorSubject.js'
import { endCases } from './endCases.js'
import { eventCases } from './eventCases.js'
import { featureCases } from './featureCases.js'
import { metaCases } from './metaCases.js'
import { refusalCases } from './refusalCases.js'
import { switchCases } from './switchCases.js'

/** The contract of a connector, case by case. */
export const connectorCases: readonly ConformanceCase<ConnectorSubject>[] = [
  ...metaCases,
  ...connectCases,
  ...refusalCases,
  ...abortCases,
  ...eventCases,
  ...endCases,
  ...featureCases,
  ...callCases,
  ...switchCases,
]
