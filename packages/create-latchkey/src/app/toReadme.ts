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
    'The READMEs of the packages in `node_modules/@latchkey` describe hooks, actions and options.',
  ]
  return `${lines.join('\n')}\n`
}
