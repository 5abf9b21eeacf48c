import { answerRpc } from '../browser/answerRpc.js'
import { answerService } from '../browser/answerService.js'
import type { Visit } from '../browser/openVisit.js'
import { untilFound } from '../browser/show.js'
import { withVisit } from '../browser/withVisit.js'
import type { Lab, Measurement } from '../lab.js'
import { type Metric, toMetric } from '../report/metric.js'
import { createTally } from './createTally.js'
import { featureBudget } from './featureBudget.js'
import { findFeatures } from './findFeatures.js'
import { goToAccount } from './goToAccount.js'
import { moneyWalks, type Walk } from './moneyWalks.js'
import { weighFeature } from './weighFiles.js'

/** Features that are shown on the way to every other one. */
const first: readonly string[] = ['connect', 'connecting', 'account']

/** Measures the features for an account when they are first shown, with a service that knows the account. */
export const measureMoneyFeatures: Measurement = async (lab) => {
  const { built } = lab.pages['money-app']
  const early = new Set<string>()
  const metrics: Metric[] = []
  for (const { feature, walks } of moneyWalks) {
    const files: string[] = []
    for (const walk of walks) {
      const followed = await follow(lab, walk)
      files.push(...followed.files)
      for (const found of findFeatures(built, followed.earlier)) if (!first.includes(found)) early.add(found)
      for (const found of findFeatures(built, followed.files)) if (found !== feature) early.add(found)
    }
    metrics.push(...weighFeature(built, `feature ${feature}`, files, featureBudget))
  }
  return [...metrics, toMetric('features that were loaded without being shown', early.size, 'count', 0)]
}

type Files = { readonly earlier: readonly string[]; readonly files: readonly string[] }

/** The files requested up to the account with its portfolio, and those that a walk from there requests. */
function follow(lab: Lab, walk: Walk): Promise<Files> {
  return withVisit(lab, 'money-app', { prefetch: 'hover' }, async (visit: Visit) => {
    await answerRpc(visit)
    await answerService(visit)
    const tally = createTally(lab, 'money-app', visit)
    await goToAccount(visit, tally)
    await untilFound(visit, '.holding li')
    await tally.take()
    const earlier = visit.requests.map((url) => new URL(url).pathname)
    await walk(visit)
    return { earlier, files: (await tally.take()).files }
  })
}
