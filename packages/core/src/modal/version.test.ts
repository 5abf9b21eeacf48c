import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

// `vitest run packages/core/src/modal/version -u` updates the file, with each release
test('the version sent to services is that of package.json', async () => {
  const text = `/** The release of this package. Written by version.test.ts. */\nexport const version = '${manifest.version}'\n`
  await expect(text).toMatchFileSnapshot('../version.generated.ts')
})
