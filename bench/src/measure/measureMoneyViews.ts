import { answerRpc } from '../browser/answerRpc.js'
import { answerService } from '../browser/answerService.js'
import type { Visit } from '../browser/openVisit.js'
import { untilFound } from '../browser/show.js'
import { withVisit } from '../browser/withVisit.js'
import type { Lab, Measurement } from '../lab.js'
import type { BuiltFile } from '../prepare/buildPage.js'
import { type Metric, toMetric } from '../report/metric.js'
import { createTally } from './createTally.js'
import { findViews } from './findViews.js'
import { goToAccount } from './goToAccount.js'
import { type MoneyWay, moneyWays } from './moneyWays.js'
import { findAdapterFiles, isEncoder, isScript, weighFiles } from './weighFiles.js'

/** KiB that a view may add. */
const budget = 6

/** Views that send requests to the service rather than show what it has returned. */
const isAsking = ({ modules }: BuiltFile, path: string): boolean =>
  path.endsWith('.js') &&
  modules.some((name) =>
    /\/core\/dist\/(api\/|controllers\/portfolio\/|errors\/(http|services)|later|portfolio|service)/.test(name),
  )

/** Views on the way to an account. */
const first = ['Connect', 'ConnectingExternal', 'Account']

/** Measures what each view of the portfolio and its actions adds when a service knows the account. */
export const measureMoneyViews: Measurement = async (lab) => {
  const { built } = lab.pages['money-app']
  const toMetrics = (name: string, files: readonly string[], max = budget): readonly Metric[] => {
    const ofAdapter = findAdapterFiles(built, files)
    const isOfAdapter = (file: BuiltFile, path: string): boolean => isScript(file, path) && ofAdapter.has(path)
    const isOwn = (file: BuiltFile, path: string): boolean =>
      isScript(file, path) && !ofAdapter.has(path) && !isEncoder(file)
    return [
      toMetric(`${name}: JavaScript more`, weighFiles(built, files, isOwn), 'KiB', max),
      toMetric(`${name}: JavaScript of the adapter`, weighFiles(built, files, isOfAdapter), 'KiB'),
    ]
  }
  const { asking, portfolio } = await delayPortfolio(lab)
  const metrics = [
    toMetric('account service client: JavaScript', weighFiles(built, asking, isAsking), 'KiB'),
    ...toMetrics('portfolio', portfolio, 6.1),
  ]
  const early: string[] = []
  const views: Metric[] = []
  for (const way of moneyWays) {
    const { earlier, files } = await follow(lab, way)
    const shown = [...first, ...(way.by ?? [])]
    const isShown = (view: string): boolean => shown.includes(view)
    early.push(...findViews(built, earlier).filter((view) => !isShown(view)))
    early.push(...findViews(built, files).filter((view) => !isShown(view) && view !== way.view))
    views.push(...toMetrics(`view ${way.view}`, files))
  }
  return [
    ...metrics,
    ...views,
    toMetric('asset and transfer views requested without being shown', early.length, 'count', 0),
  ]
}

type Files = { readonly earlier: readonly string[]; readonly files: readonly string[] }

/** The files requested before the view, and those that it requests. */
function follow(lab: Lab, { before, go }: MoneyWay): Promise<Files> {
  return withVisit(lab, 'money-app', {}, async (visit) => {
    const tally = await enter(lab, visit)
    await untilFound(visit, '.holding li')
    await before?.(visit)
    await tally.take()
    const earlier = visit.requests.map((url) => new URL(url).pathname)
    await go(visit)
    return { earlier, files: (await tally.take()).files }
  })
}

/** The files that list the portfolio, and the chunk that loads them, which waits until the account has settled. */
function delayPortfolio(
  lab: Lab,
): Promise<{ readonly asking: readonly string[]; readonly portfolio: readonly string[] }> {
  const { built } = lab.pages['money-app']
  const [between] =
    [...built].find(([, { modules }]) => modules.some((name) => name.endsWith('/account/held.js'))) ?? []
  return withVisit(lab, 'money-app', {}, async (visit) => {
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await visit.page.route(`**${between}`, async (route) => {
      await released
      await route.continue()
    })
    const tally = await enter(lab, visit)
    const { files: asking } = await tally.take()
    release()
    await untilFound(visit, '.holding li')
    return { asking, portfolio: [...(between ? [between] : []), ...(await tally.take()).files] }
  })
}

async function enter(lab: Lab, visit: Visit): Promise<ReturnType<typeof createTally>> {
  await answerRpc(visit)
  await answerService(visit)
  const tally = createTally(lab, 'money-app', visit)
  await goToAccount(visit, tally)
  return tally
}
