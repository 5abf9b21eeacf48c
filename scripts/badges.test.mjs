import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listBadges, renderBadge } from './lib/docs/renderBadges.mjs'
import { root } from './lib/root.mjs'

const readme = readFileSync(join(root, 'README.md'), 'utf8')

// `npx vitest run scripts/badges -u` writes them, for example after `npm run bench`
test.each(listBadges(root))('the badge "$label" is up to date with the repository', async (badge) => {
  await expect(renderBadge(badge)).toMatchFileSnapshot(`../docs/media/badge-${badge.name}.svg`)
  expect(readme).toContain(`![${badge.label}: ${badge.value}](docs/media/badge-${badge.name}.svg)`)
})

test('every image in the README exists', () => {
  const paths = [...readme.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(2)
  for (const path of paths) expect(existsSync(join(root, path)), path).toBe(true)
})
