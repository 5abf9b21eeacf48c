import { join } from 'node:path'
import type { AdapterSet } from './adapterSets.js'
import { checkTypes } from './checkTypes.js'
import { installFolder } from './installFolder.js'
import type { Workshop } from './packedTest.js'
import type { PeerSet } from './peerSets.js'
import { type AppChain, writeApp } from './writeApp.js'

export type AppOptions = {
  readonly set: AdapterSet
  readonly peers: PeerSet
  readonly chain: AppChain
  /** The bundler with its plugins: exact versions by name. */
  readonly tools: Readonly<Record<string, string>>
}

export type App = {
  readonly folder: string
  /** Location of the bundlers: next to the app, so that its own node_modules has only what it needs. */
  readonly tools: string
}

/** Creates an app in a new folder, installs only its dependencies, and type-checks it. */
export async function makeApp(workshop: Workshop, { set, peers, chain, tools }: AppOptions): Promise<App> {
  const name = `${set.name}-${peers.react}`.replaceAll(/[^\w.]+/g, '-')
  const app = { folder: join(workshop.folder, name), tools: join(workshop.folder, `${name}-tools`) }
  const tarballs = await Promise.all(set.packages.map((folder) => workshop.pack(folder)))
  await installFolder({
    folder: app.folder,
    installer: peers.installer,
    tarballs,
    dependencies: {
      react: peers.react,
      'react-dom': peers.react,
      ...(set.hasWagmi && { wagmi: peers.wagmi, '@tanstack/react-query': '5.108.2' }),
    },
    devDependencies: { '@types/react': peers.reactTypes, '@types/react-dom': peers.reactTypes },
  })
  const devDependencies = { ...tools, typescript: peers.typescript }
  await installFolder({ folder: app.tools, installer: 'pnpm', tarballs: [], devDependencies })
  writeApp(app.folder, set, chain)
  await checkTypes(app.folder, join(app.tools, 'node_modules/typescript/bin/tsc'))
  return app
}
