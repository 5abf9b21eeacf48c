import { type Framework, frameworks, type PackageManager, packageManagers } from './code.js'
import { keysOf, parseSetup, type Setup, toQuery } from './setup.js'

/** Everything that the page's URL has: the setup, and how the page shows it. */
export type Page = {
  readonly setup: Setup
  /** How the modal is shown. The generated code always shows it as a dialog. */
  readonly show: 'inline' | 'dialog'
  readonly framework: Framework
  readonly manager: PackageManager
}

/** Parses the page's query string. Missing or invalid values get their defaults. */
export function parsePage(search: string): Page {
  const query = new URLSearchParams(search)
  return {
    setup: parseSetup(search),
    show: query.get('show') === 'dialog' ? 'dialog' : 'inline',
    framework: keysOf(frameworks).find((name) => name === query.get('code')) ?? 'react',
    manager: packageManagers.find((name) => name === query.get('with')) ?? 'npm',
  }
}

/** Returns the page's query string, without default values. */
export function toSearch({ setup, show, framework, manager }: Page): string {
  const parts = [
    toQuery(setup),
    show === 'inline' ? '' : `show=${show}`,
    framework === 'react' ? '' : `code=${framework}`,
    manager === 'npm' ? '' : `with=${manager}`,
  ].filter((part) => part !== '')
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}
