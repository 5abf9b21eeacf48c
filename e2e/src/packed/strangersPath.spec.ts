import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isLong } from '../fixtures/matrix.js'
import { publicNode, serveChain } from '../fixtures/serveChain.js'
import { connectAs } from './connectAs.js'
import { expect, test } from './packedTest.js'
import { readQuickStart } from './readQuickStart.js'
import { startDevServer } from './startDevServer.js'
import { succeed } from './succeed.js'
import { writeViteApp } from './writeViteApp.js'

/** Maximum duration of the whole quick start, in milliseconds: five minutes. */
const budget = 300_000

test('the quick start of the README leads to a connected wallet within five minutes @reach', async ({
  page,
  workshop,
  chains: [chain],
}) => {
  test.setTimeout(budget + 120_000)
  const { before, file, code, start } = readQuickStart()
  // what the registry would provide
  const named = before.join(' ').match(/@latchkey\/[\w-]+/g) ?? []
  const tarballs = await Promise.all(named.map((name) => workshop.pack(name.replace('@latchkey/', ''))))
  let folder = join(workshop.folder, 'stranger')
  mkdirSync(folder)

  const began = performance.now()
  for (const line of before) {
    await test.step(line, async () => {
      const [command = '', ...words] = line.split(' ')
      if (command === 'cd') folder = join(folder, words[0] ?? '')
      // the short run downloads nothing that the repository doesn't have
      else if (words[0] === 'create' && !isLong) writeViteApp(join(folder, words[2] ?? ''))
      else {
        const args = words.map((word) => tarballs.find(({ name }) => name === word)?.file ?? word)
        await succeed(command, isLong ? args : [...args, '--prefer-offline', '--no-audit', '--no-fund'], folder)
      }
    })
  }
  writeFileSync(join(folder, file), code)
  const server = await test.step(start, () => startDevServer(start, folder))
  try {
    await serveChain(page, { url: publicNode, chainId: 1, rpcUrl: chain.rpcUrl })
    await connectAs(page, { url: server.url, chain: { ...chain, id: 1 }, set: {}, hosts: [publicNode] })
  } finally {
    await server.stop()
  }
  const took = performance.now() - began
  test.info().annotations.push({ type: 'seconds', description: (took / 1000).toFixed(1) })
  expect(took).toBeLessThan(budget)
  // with the template's settings, including types
  if (isLong) await test.step('npm run build', () => succeed('npm', ['run', 'build'], folder))
})
