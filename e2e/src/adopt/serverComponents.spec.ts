import { join } from 'node:path'
import { connectAs } from '../packed/connectAs.js'
import { installFolder } from '../packed/installFolder.js'
import { expect, test } from '../packed/packedTest.js'
import { startServer } from '../packed/startServer.js'
import { succeed } from '../packed/succeed.js'
import { writeServerComponentsApp } from './writeServerComponentsApp.js'

// with Vite's bundler for Server Components, which the repository has; next.spec.ts does the same with Next
test('a Server Component imports the buttons and the provider, and the page connects @adopt', async ({
  page,
  workshop,
  chains: [chain],
}) => {
  test.setTimeout(180_000)
  const folder = join(workshop.folder, 'server-components')
  await installFolder({
    folder,
    installer: 'pnpm',
    tarballs: await Promise.all(['core', 'ui-react', 'adapter-evm'].map(workshop.pack)),
    dependencies: { react: '19.3.1', 'react-dom': '19.3.1' },
    devDependencies: { '@vitejs/plugin-rsc': '0.5.38', vite: '8.3.8' },
  })
  writeServerComponentsApp(folder, chain)
  await succeed(join(folder, 'node_modules/.bin/vite'), ['build'], folder)
  const server = await startServer({ folder, args: () => ['server.js'] })
  try {
    const html = await (await fetch(server.url)).text()
    expect(html).toMatch(/<button[^>]*>Connect<\/button>/)
    await connectAs(page, { url: server.url, chain, set: {} })
    await expect(page.locator('output')).toHaveText(/^0x[\da-fA-F]{40}$/)
  } finally {
    await server.stop()
  }
})
