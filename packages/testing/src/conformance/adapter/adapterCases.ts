import type { ConformanceCase } from '../runConformance.js'
import type { AdapterSubject } from './adapterSubject.js'
import { balanceCases } from './balanceCases.js'
import { confirmCases } from './confirmCases.js'
import { discoveryCases } from './discoveryCases.js'
import { endCases } from './endCases.js'
import { featureCases } from './featureCases.js'
import { pluginCases } from './pluginCases.js'

/** The contract of an adapter, case by case. */
export const adapterCases: readonly ConformanceCase<AdapterSubject>[] = [
  ...pluginCases,
  ...discoveryCases,
  ...endCases,
  ...balanceCases,
  ...confirmCases,
  ...featureCases,
]
