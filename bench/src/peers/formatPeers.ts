import { formatMarkdownTable } from '../../../scripts/lib/formatMarkdownTable.mjs'
import type { Kit } from './kits.js'
import type { PeerFigures, Sample } from './measurePeers.js'

/** bench/peers.json. */
export type PeerResults = {
  /** Machine and time of each part's measurement. */
  readonly parts: Readonly<Record<string, string>>
  readonly figures: Readonly<Record<string, PeerFigures>>
}

/** bench/PEERS.md: the method, the figures of all kits, their requests to other hosts, versions, and the machine. */
export function formatPeers(kits: readonly Kit[], { parts, figures }: PeerResults, method: string): string {
  const empty = figures['empty']?.javascript ?? 0
  const shown = kits.filter(({ chain }) => chain !== 'none')
  const of = ({ name }: Kit): PeerFigures => figures[name] ?? {}
  const table = [
    [
      'Kit',
      'JavaScript before the user acts',
      'Files emitted',
      'Click → list',
      'Wallet → address',
      'Slow 4G: click → list',
      'Slow 4G: wallet → address',
      'Heap per open and close',
      'Requests to other hosts: load, open, connect',
    ],
    ...shown.map((kit) => {
      const { javascript, emitted, opening, connecting, slowOpening, slowConnecting, heap, hosts } = of(kit)
      return [
        kit.title,
        javascript === undefined ? '–' : `${(javascript - empty).toFixed(1)} KiB`,
        emitted === undefined ? '–' : String(emitted),
        ...[opening, connecting, slowOpening, slowConnecting].map(describe),
        heap === undefined ? '–' : `${heap.toFixed(1)} KiB`,
        hosts ? [hosts.load, hosts.open, hosts.connect].map(count).join(', ') : '–',
      ]
    }),
  ]
  const requests = [
    ['Kit', 'Before the user acts', 'On opening', 'On connecting'],
    ...shown.map((kit) => {
      const { load, open, connect } = of(kit).hosts ?? { load: {}, open: {}, connect: {} }
      return [kit.title, ...[load, open, connect].map(list)]
    }),
  ]
  const versions = shown.map(({ title, versions: pinned, isOurs }) => {
    const named = Object.entries(pinned).map(([name, version]) => `${name} ${version}`)
    return `- ${title}: ${isOurs ? 'this repository, ' : ''}${named.join(', ')}`
  })
  const measured = Object.entries(parts).map(([name, where]) => `- ${name}: ${where}`)
  return [
    method.trim(),
    formatMarkdownTable(table),
    '## Requests to other hosts',
    formatMarkdownTable(requests),
    '## Versions',
    versions.join('\n'),
    '## Measured',
    `${measured.join('\n')}\n`,
  ].join('\n\n')
}

function describe(sample: Sample | undefined): string {
  if (!sample) return '–'
  const { median, min, max } = sample
  return `${median.toFixed(0)} (${min.toFixed(0)}–${max.toFixed(0)})`
}

function count(hosts: Readonly<Record<string, number>>): number {
  return Object.values(hosts).reduce((sum, requests) => sum + requests, 0)
}

function list(hosts: Readonly<Record<string, number>>): string {
  const named = Object.entries(hosts).map(([host, requests]) => `${host} ×${requests}`)
  return named.length > 0 ? named.join(', ') : 'none'
}
