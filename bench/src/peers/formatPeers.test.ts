import { expect, test } from 'vitest'
import { formatPeers } from './formatPeers.js'
import type { Kit } from './kits.js'
import { toHosts } from './measurePeers.js'

const kits: readonly Kit[] = [
  { name: 'empty', title: 'Empty', versions: { react: '19.3.1' }, chain: 'none' },
  { name: 'ours', title: 'Ours', versions: { react: '19.3.1' }, isOurs: true, chain: 'evm' },
  { name: 'theirs', title: 'Theirs', versions: { kit: '1.2.3' }, chain: 'evm' },
]

test('writes a row for each kit, relative to the empty app, with dashes for what was not measured', () => {
  const hosts = { load: { 'a.example': 2, 'b.example': 1 }, open: {}, connect: { 'a.example': 1 } }
  const figures = {
    empty: { javascript: 60 },
    ours: { javascript: 76.34, emitted: 55, opening: { median: 61.6, min: 50, max: 99.9 }, heap: 1.26, hosts },
  }
  const text = formatPeers(kits, { parts: { fast: '2 cores, 2026-11-28' }, figures }, '# Beside others\n')
  const rows = text.split('\n').map((line) => line.replaceAll(/\s+/g, ' '))
  expect(rows).toContain('| Ours | 16.3 KiB | 55 | 62 (50–100) | – | – | – | 1.3 KiB | 3, 0, 1 |')
  expect(rows).toContain('| Theirs | – | – | – | – | – | – | – | – |')
  expect(rows).toContain('| Ours | a.example ×2, b.example ×1 | none | a.example ×1 |')
  expect(rows).toContain('- Ours: this repository, react 19.3.1')
  expect(rows).toContain('- Theirs: kit 1.2.3')
  expect(rows).toContain('- fast: 2 cores, 2026-11-28')
  expect(text).not.toContain('| Empty')
})

test('counts requests to other hosts, without those to the page’s own host and data and blob URLs', () => {
  const requests = [
    'http://127.0.0.1:1/a.js',
    'https://a.example/x',
    'data:,',
    'blob:http://127.0.0.1:1/x',
    'https://a.example/y',
  ]
  expect(toHosts('http://127.0.0.1:1/', requests)).toEqual({ 'a.example': 2 })
})
