import { expect, it } from 'vitest'
import { toReleaseManifest } from './toReleaseManifest.mjs'

it('adds the repository, homepage and issue links, and leaves the rest unchanged', () => {
  const manifest = toReleaseManifest(
    { name: '@x/a', version: '1.0.0' },
    { url: 'https://host.example/x/y', folder: 'packages/a' },
  )
  expect(manifest).toEqual({
    name: '@x/a',
    version: '1.0.0',
    homepage: 'https://host.example/x/y/tree/main/packages/a#readme',
    bugs: 'https://host.example/x/y/issues',
    repository: { type: 'git', url: 'git+https://host.example/x/y.git', directory: 'packages/a' },
  })
})
