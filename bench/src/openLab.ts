import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { Lab } from './lab.js'
import { type BuiltPage, buildPage, type PageName } from './prepare/buildPage.js'
import { installApp } from './prepare/installApp.js'
import { evmPackages, otherPackages, packPackages } from './prepare/packPackages.js'
import { startServer } from './prepare/startServer.js'

export type OpenLab = Lab & { close(): Promise<void> }

/** Packs, installs, builds and serves the measured apps, and starts the browser. Reuses what is installed in the folder. */
export async function openLab(folder: string): Promise<OpenLab> {
  const executablePath = process.env['CHROMIUM_PATH']
  if (!executablePath) throw new Error('No browser to measure with. Run "npm run bench", which finds one.')
  const appFolder = join(folder, 'app')
  const threeFolder = join(folder, 'three')
  if (!existsSync(threeFolder)) {
    mkdirSync(folder, { recursive: true })
    const evmTarballs = await packPackages(folder, evmPackages)
    await installApp(appFolder, evmTarballs)
    await installApp(threeFolder, { ...evmTarballs, ...(await packPackages(folder, otherPackages)) })
  }

  const stops: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    await Promise.all(stops.map((stop) => stop()))
  }
  const serve = async (
    name: PageName,
    installed = appFolder,
  ): Promise<{ readonly url: string; readonly built: BuiltPage }> => {
    const built = await buildPage(name, installed)
    const { url, stop } = await startServer(built)
    stops.push(stop)
    return { url, built }
  }
  try {
    const pages = {
      app: await serve('app'),
      'viem-app': await serve('viem-app'),
      'three-app': await serve('three-app', threeFolder),
      'floor-app': await serve('floor-app'),
      'empty-app': await serve('empty-app'),
      'churn-app': await serve('churn-app'),
      'list-app': await serve('list-app'),
      'pairing-app': await serve('pairing-app'),
      'money-app': await serve('money-app'),
      'growth-app': await serve('growth-app'),
    }
    // no request of a page leaves this machine
    const args = ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1']
    const browser = await chromium.launch({ executablePath, args })
    stops.push(() => browser.close())
    return { browser, pages, appFolder, close }
  } catch (cause) {
    await close()
    throw cause
  }
}
