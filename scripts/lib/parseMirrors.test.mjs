import { expect, test } from 'vitest'
import { parseMirrors } from './parseMirrors.mjs'

const line = (/** @type {string} */ path) => `'${path}' some_file_name 0 `

test('lists each mirror once, Debian’s own first, without those for security updates', () => {
  const printed = [
    line('https://deb.example.org/node/dists/nodistro/main/binary-amd64/Packages.gz'),
    line('http://mirror.example.org/debian/dists/bookworm/InRelease'),
    line('http://mirror.example.org/debian/dists/bookworm/main/binary-amd64/Packages.xz'),
    line('http://mirror.example.org/debian/dists/bookworm-updates/main/binary-all/Packages.xz'),
    line('http://mirror.example.org/debian-security/dists/bookworm-security/main/binary-amd64/Packages.xz'),
  ].join('\n')
  expect(parseMirrors(printed)).toEqual(['http://mirror.example.org/debian', 'https://deb.example.org/node'])
})

test('recognizes the mirror of a distribution behind a cache, regardless of its path', () => {
  const printed = line('https://cache.example.org/proxy/dists/trixie/main/binary-arm64/Packages.xz')
  expect(parseMirrors(printed)).toEqual(['https://cache.example.org/proxy'])
  expect(parseMirrors('')).toEqual([])
})
