import { type AppChoices, templates } from './choices.js'
import { listSettings } from './toSources.js'

/** Returns the README of a new app. `manager` is the package manager that its developer uses. */
export function toReadme(name: string, choices: AppChoices, manager: string): string {
  const { sources, title } = templates[choices.template]
  const settings = listSettings(choices)
  const lines = [
    `# ${name}`,
    '',
    `An app with the Latchkey wallet modal: ${title}.`,
    '',
    '```sh',
    `${manager} install`,
    `${manager} run dev    # starts the app, and updates it as you edit`,
    `${manager} run test   # connects a scripted wallet, without a browser`,
    `${manager} run build  # checks the types and builds the app`,
    '```',
    '',
    `\`${sources}/modal.ts\` lists the networks and connection methods. Public nodes are rate limited: for production, set your own`,
    'with `services: { rpc: … }`, or in the `rpcUrls` of each network.',
    ...(settings.length > 0 ? ['', 'Set these in `.env`. Without a value, only its feature does not work:', ''] : []),
    ...settings.map(({ name: variable, about }) => `- \`${variable}\`: ${about}`),
    '',
    'The packages in `node_modules/@latchkey` have READMEs, with these sections among others:',
    '',
    ...listGuides(choices).map(({ file, about }) => `- \`${file}\`: ${about}`),
  ]
  return `${lines.join('\n')}\n`
}

type Guide = { readonly file: string; readonly about: string }

/** Lists the guides that the developer of an app needs next. Sections are in quotes. */
function listGuides({ chains, logins, pairing, template, wagmi }: AppChoices): readonly Guide[] {
  const views = templates[template].isReact
    ? 'buttons of your own ("Buttons"), hooks ("Hooks"), a form that sends ("Send and wait")'
    : 'buttons as custom elements ("Without React")'
  const wagmiSection = wagmi ? ', wagmi ("wagmi")' : ''
  return [
    { file: 'ui-react/README.md', about: `${views}, colors and styles ("Theming"), "Texts", "Languages"` },
    ...chains.map((chain) => ({
      file: `adapter-${chain}/README.md`,
      about: `networks, signing and sending ("Use"), "Errors"${chain === 'evm' ? wagmiSection : ''}`,
    })),
    ...(logins ? [{ file: 'embedded-wallet/README.md', about: 'logins without a wallet' }] : []),
    ...(pairing ? [{ file: 'walletconnect/README.md', about: 'wallets on phones' }] : []),
    { file: 'core/README.md', about: 'state and actions without hooks ("Usage"), "Errors"' },
  ]
}
