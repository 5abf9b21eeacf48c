import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { root } from '../../../scripts/lib/root.mjs'
import { formatPeers, type PeerResults } from './formatPeers.js'
import { kits } from './kits.js'
import { type PeerFigures, peerParts } from './measurePeers.js'
import { openPeerLab } from './openPeerLab.js'

/**
 * Measures the other kits beside ours, all parts or only the named ones, and writes bench/peers.json and
 * bench/PEERS.md. The folder keeps the installed apps.
 */
export async function runPeers(folder: string, names: readonly string[]): Promise<boolean> {
  const unknown = names.filter((name) => !Object.hasOwn(peerParts, name))
  if (unknown.length > 0) {
    const known = Object.keys(peerParts).join(', ')
    throw new Error(`Unknown part: ${unknown.join(', ')}. Available parts: ${known}.`)
  }
  const path = join(root, 'bench/peers.json')
  const isWhole = names.length === 0
  const earlier: PeerResults =
    !isWhole && existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as PeerResults) : { parts: {}, figures: {} }
  const parts: Record<string, string> = { ...earlier.parts }
  const figures: Record<string, PeerFigures> = { ...earlier.figures }
  const { close, ...lab } = await openPeerLab(folder)
  try {
    for (const [name, measure] of Object.entries(peerParts)) {
      if (!isWhole && !names.includes(name)) continue
      process.stdout.write(`Measuring ${name} …\n`)
      for (const [kit, found] of Object.entries(await measure({ ...lab, close }))) {
        figures[kit] = { ...figures[kit], ...found }
      }
      parts[name] = describeMachine(lab.browser.version())
    }
  } finally {
    await close()
  }
  const method = readFileSync(join(root, 'bench/peers/method.md'), 'utf8')
  const results = { parts, figures }
  const markdown = formatPeers(kits, results, method)
  process.stdout.write(`\n${markdown}\n`)
  writeFileSync(path, `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(join(root, 'bench/PEERS.md'), markdown)
  return true
}

function describeMachine(browser: string): string {
  const [{ model = 'unknown processor' } = {}, ...others] = cpus()
  const date = new Date().toISOString().slice(0, 10)
  return `${date}, ${others.length + 1} cores (${model}), Chromium ${browser}, Node ${process.versions.node}`
}
