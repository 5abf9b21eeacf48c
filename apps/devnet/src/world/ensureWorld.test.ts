import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runSource } from '../test/programs.js'
import { ensureWorld, withFileLock } from './ensureWorld.js'
import { worldTokens } from './world.js'

describe('ensureWorld', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'world-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('rebuilds an outdated world only once for two processes that start at the same time', async () => {
    const world = join(folder, 'race')
    await mkdir(world)
    for (const name of ['31337', '31338', 'addresses'])
      await writeFile(join(world, `${name}.json`), '{"fingerprint":"older"}')
    const code = `
      import { ensureWorld } from './world/ensureWorld.js'
      await ensureWorld(process.argv[2])
    `
    const builders = await Promise.all([1, 2].map(() => runSource({ code, args: [world] })))
    const said = Promise.all(builders.map(({ stderr }) => text(stderr)))
    const ends = builders.map((builder) => once(builder, 'exit'))
    await Promise.race(ends)
    const { mtimeMs } = await stat(join(world, 'addresses.json'))
    await Promise.all(ends)
    expect((await stat(join(world, 'addresses.json'))).mtimeMs).toBe(mtimeMs)
    expect(await said).toEqual(['', ''])
    expect((await readdir(world)).sort()).toEqual(['31337.json', '31338.json', 'addresses.json'])
    // neither lock nor draft is left
    expect(await readdir(folder)).toEqual(['race'])
    const addresses = JSON.parse(await readFile(join(world, 'addresses.json'), 'utf8'))
    expect(addresses).toMatchObject({ tokens: worldTokens })
  })

  it('keeps a current world', async () => {
    const world = join(folder, 'race')
    const { mtimeMs } = await stat(join(world, 'addresses.json'))
    await ensureWorld(world)
    expect((await stat(join(world, 'addresses.json'))).mtimeMs).toBe(mtimeMs)
  })

  it('takes over the lock of a process that no longer exists', async () => {
    const lock = join(folder, 'lock')
    // no process has this id: it is above what any system hands out
    await writeFile(lock, '4194999')
    const order: string[] = []
    await Promise.all(
      ['a', 'b'].map((name) =>
        withFileLock(lock, async () => {
          order.push(`${name} in`)
          await sleep(20)
          order.push(`${name} out`)
        }),
      ),
    )
    expect(order).toHaveLength(4)
    expect(order[1]).toBe(order[0]?.replace('in', 'out'))
  })
})
