import { join } from 'node:path'
import { launch } from '../launch.mjs'
import { main } from '../main.mjs'
import { root } from '../root.mjs'
import { stopWithParent } from '../start/parent.mjs'
import { buildServers, restartCode, serverNames, watchServers } from './servers.mjs'
import { startDemoDev } from './startDemoDev.mjs'

const help = `Usage: node scripts/lib/dev/runDev.mjs

The process of "npm run dev" that runs everything. Exits with code ${restartCode} when the devnet has changed.`

let isRestart = false
await main(help, async () => {
  stopWithParent()
  /** @type {Awaited<ReturnType<typeof startDemoDev>> | undefined} */
  let demo
  return launch({
    startDemo: async (options) => {
      demo = await startDemoDev(options)
      return demo
    },
    onReady: ({ restart, stop }) => {
      if (!demo) return
      /** @param {(typeof serverNames)[number][]} names */
      const onChange = async (names) => {
        console.log(`Changed: ${names.join(', ')}. Building …`)
        // the old server keeps running when the build fails
        if (!(await buildServers(names))) return
        if (names.includes('devnet')) {
          isRestart = true
          stop()
          return
        }
        for (const name of names) if (name !== 'devnet') await restart(name)
      }
      watchServers({ watcher: demo.watcher, folder: join(root, 'apps'), names: serverNames, onChange })
      console.log('Watching the sources.')
    },
  })
})
if (isRestart) process.exitCode = restartCode
