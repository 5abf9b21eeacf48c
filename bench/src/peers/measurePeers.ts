import type { Visit } from '../browser/openVisit.js'
import { readMemory } from '../browser/readMetrics.js'
import { settle } from '../browser/settle.js'
import { takeSamples } from '../measure/takeSamples.js'
import { isScript, weighFiles } from '../measure/weighFiles.js'
import { toMedian } from '../report/toMedian.js'
import type { Peer, PeerLab } from './openPeerLab.js'
import { closeList, connect, openList, openPeer } from './visitPeer.js'

/** A median with its range. */
export type Sample = { readonly median: number; readonly min: number; readonly max: number }

/** Figures of a kit, completed by each part of the measurement. Times are milliseconds. */
export type PeerFigures = {
  /** Scripts, styles and assets of the build. */
  readonly emitted?: number
  /** KiB that the page loads until it is idle. */
  readonly javascript?: number
  readonly opening?: Sample
  readonly connecting?: Sample
  readonly slowOpening?: Sample
  readonly slowConnecting?: Sample
  /** KiB of heap that each of the openings 11 to 20 leaves behind. */
  readonly heap?: number
  /** Other hosts, with the number of requests. */
  readonly hosts?: Readonly<Record<'load' | 'open' | 'connect', Readonly<Record<string, number>>>>
}

type PeerPart = (lab: PeerLab) => Promise<Readonly<Record<string, PeerFigures>>>

/** Each takes a few minutes, with all kits in turns. */
export const peerParts: Readonly<Record<string, PeerPart>> = {
  build: countFiles,
  fast: (lab) => measureTimes(lab, { samples: 9, isSlow4G: false }),
  slow: (lab) => measureTimes(lab, { samples: 9, isSlow4G: true }),
  memory: measureMemory,
}

async function countFiles({ peers }: PeerLab): Promise<Readonly<Record<string, PeerFigures>>> {
  const count = ({ built }: Peer): number => [...built.keys()].filter((path) => path !== '/index.html').length
  return Object.fromEntries(peers.map((peer) => [peer.name, { emitted: count(peer) }]))
}

type Times = {
  readonly opening: number
  readonly connecting: number
  readonly javascript: number
  readonly hosts: NonNullable<PeerFigures['hosts']>
}

async function measureTimes(
  { browser, peers }: PeerLab,
  { samples, isSlow4G }: { readonly samples: number; readonly isSlow4G: boolean },
): Promise<Readonly<Record<string, PeerFigures>>> {
  const byName = new Map(peers.map((peer) => [peer.name, peer]))
  const taken = await takeSamples([...byName.keys()], samples, async (name) => {
    const peer = byName.get(name)
    if (!peer) throw new Error(`There is no kit called ${name}.`)
    return withPeer(
      peer,
      () => openPeer(browser, peer, { isSlow4G, isThrottled: true }),
      (visit) => visitOnce(visit, peer),
    )
  })
  const figures = Object.entries(taken).map(([name, times]): [string, PeerFigures] => {
    if (byName.get(name)?.chain === 'none')
      return [name, isSlow4G ? {} : { javascript: times[0]?.javascript ?? Number.NaN }]
    const [opening, connecting] = [
      toSample(times.map((time) => time.opening)),
      toSample(times.map((time) => time.connecting)),
    ]
    if (isSlow4G) return [name, { slowOpening: opening, slowConnecting: connecting }]
    const { javascript = Number.NaN, hosts } = times.at(-1) ?? {}
    return [name, { opening, connecting, javascript, ...(hosts && { hosts }) }]
  })
  return Object.fromEntries(figures)
}

/** Opens and connects, and counts the requests of each step. */
async function visitOnce(visit: Visit, peer: Peer): Promise<Times> {
  let seen = 0
  const take = (): Readonly<Record<string, number>> => {
    const hosts = toHosts(peer.url, visit.requests.slice(seen))
    seen = visit.requests.length
    return hosts
  }
  const paths = visit.requests.map((url) => new URL(url).pathname)
  const javascript = weighFiles(peer.built, paths, isScript)
  const load = take()
  if (peer.chain === 'none') return { opening: 0, connecting: 0, javascript, hosts: { load, open: {}, connect: {} } }
  const opening = await openList(visit, peer)
  await settle(visit)
  const open = take()
  const connecting = await connect(visit, peer)
  await settle(visit)
  return { opening, connecting, javascript, hosts: { load, open, connect: take() } }
}

/** Hosts other than the page's, with the number of requests to each. */
export function toHosts(page: string, requests: readonly string[]): Readonly<Record<string, number>> {
  const hosts: Record<string, number> = {}
  for (const { protocol, host } of requests.map((url) => new URL(url))) {
    if (protocol.startsWith('http') && host !== new URL(page).host) hosts[host] = (hosts[host] ?? 0) + 1
  }
  return hosts
}

async function measureMemory({ browser, peers }: PeerLab): Promise<Readonly<Record<string, PeerFigures>>> {
  const figures: Record<string, PeerFigures> = {}
  for (const peer of peers.filter(({ chain }) => chain !== 'none')) {
    figures[peer.name] = await withPeer(
      peer,
      () => openPeer(browser, peer, { isThrottled: false }),
      async (visit) => {
        const repeat = async (): Promise<number> => {
          for (let round = 0; round < 10; round++) {
            await openList(visit, peer)
            await closeList(visit)
          }
          return (await readMemory(visit)).heap
        }
        const early = await repeat()
        const late = await repeat()
        return { heap: (late - early) / 10 / 1024 }
      },
    )
  }
  return figures
}

async function withPeer<Result>(
  { title }: Peer,
  open: () => Promise<Visit>,
  measure: (visit: Visit) => Promise<Result>,
): Promise<Result> {
  const visit = await open()
  try {
    return await measure(visit)
  } catch (cause) {
    throw new Error(`Measuring ${title} failed: ${cause instanceof Error ? cause.message : cause}`, { cause })
  } finally {
    await visit.close()
  }
}

function toSample(values: readonly number[]): Sample {
  return { median: toMedian(values), min: Math.min(...values), max: Math.max(...values) }
}
