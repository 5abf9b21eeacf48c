import type { Framework } from './examples.js'
import { expect, test } from './frameworksTest.js'
import { visitFramework } from './visitFramework.js'

const frameworks: readonly Framework[] = ['html', 'vue', 'svelte', 'headless']

for (const framework of frameworks)
  test.describe(framework, () => {
    test.use({ framework })

    test('connects, shows the address, restores the connection and disconnects, without axe violations @reach', async ({
      example,
      served,
    }) => {
      // axe checks four states of the page, which is loaded twice
      test.slow()
      const scripts = await visitFramework(example, served.url)
      // only pages made with React include React
      expect(scripts.some((text) => text.includes('react.dev/errors'))).toBe(framework === 'headless')
    })
  })
