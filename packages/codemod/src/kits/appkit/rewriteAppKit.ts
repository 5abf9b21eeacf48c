import ts from 'typescript'
import type { Facts, Project } from '../../project.js'
import type { Source } from '../../source/createSource.js'
import { findCalls } from '../../source/hooks.js'
import { asObject, getOptions, getProperty } from '../../source/objects.js'
import { resolve } from '../../source/values.js'
import { toModalName, toOption } from '../shared/modalOptions.js'
import { findPlace, findRootRender, findWagmiPlace, provideModal } from '../shared/provideModal.js'
import { pairingNote } from '../shared/replaceConfig.js'
import { rewriteAdapters, rewriteNetworks } from './rewriteAdapters.js'
import { rewriteButtons } from './rewriteButtons.js'
import { findCookieReader, rewriteCookies } from './rewriteCookies.js'
import { rewriteHooks } from './rewriteHooks.js'
import { rewriteMethods } from './rewriteMethods.js'
import { rewriteOptions, rewriteVariables } from './rewriteOptions.js'
import { findConfigConstants, findWagmiConfigs, readWagmiOptions, rewriteWagmi } from './rewriteWagmi.js'

/** Finds where the modal is created and provided, and the values that other files need. */
export function readAppKit(source: Source): Facts {
  const call = findCreate(source)[0]
  const usesConfig = findWagmiConfigs(source).some(({ isInside }) => isInside)
  return {
    rank: call ? 2 : 0,
    modalName: call && getName(source, call),
    options: [
      ...readWagmiOptions(source),
      ...(!call && usesConfig ? [toOption('wagmi.isImported', 'true')] : []),
      ...(call && findCookieReader(source) ? [toOption('wagmi.hasCookies', 'true')] : []),
    ],
    imported: source.imports.all
      .filter(({ module }) => /^[.@~]\//.test(module) || module.startsWith('..'))
      .map(({ name }) => name),
    configs: findConfigConstants(source).map(({ name }) => name),
    isProvider: (call ? findPlace(source) : findWagmiPlace(source)) !== undefined,
    isRoot: findRootRender(source) !== undefined,
  }
}

/** Migrates from Reown AppKit: `createAppKit()`, its adapters, networks, hooks and buttons. */
export function rewriteAppKit(source: Source, project: Project): void {
  const calls = findCreate(source)
  const [call] = calls
  const list = call && getProperty(asObject(call.arguments[0] && resolve(source, call.arguments[0])), 'networks')
  const names = rewriteNetworks(source)
  const hasNetworks = rewriteAdapters(source, { names, list, hasCookies: hasOption(project, 'wagmi.hasCookies') })
  rewriteVariables(source)
  rewriteButtons(source)
  rewriteHooks(source, names)
  if (call) rewriteCreate(source, { call, project, hasNetworks })
  else {
    rewriteWagmi(source, { project, modal: undefined })
    provideModal(source, { project, modal: undefined })
  }
  rewriteMethods(source, { project, modal: call && getName(source, call), names })
  for (const imported of source.imports.from('@reown/appkit-siwe', '@reown/appkit-siwx')) {
    source.note(imported.declaration, 'for sign-in, add siwx({ server }) from @latchkey/siwx to adapters.')
  }
}

const hasOption = ({ options }: Project, name: string): boolean => options.some((option) => option.name === name)

/** The calls of `createAppKit` in a file. */
const findCreate = (source: Source): readonly ts.CallExpression[] =>
  source.imports
    .from('@reown/appkit')
    .filter(({ name, module }) => name === 'createAppKit' && !module.endsWith('/networks'))
    .flatMap(({ local }) => findCalls(source, local))
    .map(({ call }) => call)

const standaloneNote =
  'without React, import createModal from @latchkey/ui-react/standalone, pass the modal to defineElements(), and call modal.start().'

/** Replaces `createAppKit({ … })` by `createModal({ … })`, which a provider passes to hooks and buttons. */
function rewriteCreate(
  source: Source,
  { call, project, hasNetworks }: { call: ts.CallExpression; project: Project; hasNetworks: boolean },
): void {
  for (const imported of source.imports.from('@reown/appkit'))
    if (imported.name === 'createAppKit') {
      source.imports.swap(imported, 'createModal', '@latchkey/ui-react')
      // the entry without a framework
      if (imported.module === '@reown/appkit') source.note(call, standaloneNote)
    }
  source.imports.addWhole('@latchkey/ui-react/styles.css')
  const [argument] = call.arguments
  if (argument && !asObject(resolve(source, argument)) && getOptions(call) === undefined)
    source.note(call, `check that ${argument.getText(source.file)} has only options of createModal().`)
  rewriteOptions(source, { call, hasNetworks })
  source.note(call, pairingNote)
  const reader = findCookieReader(source)
  if (reader && rewriteCookies(source, { call, reader, options: project.options })) return
  const modal = nameModal(source, { call, project })
  rewriteWagmi(source, { project, modal: modal === undefined ? undefined : { name: modal, statement: call } })
  provideModal(source, { project, modal: modal === undefined ? undefined : { name: modal, statement: call } })
}

/** The name of the variable that a call initializes at the top of its file, or will where its result is not used. */
function getName(source: Source, { parent }: ts.CallExpression): string | undefined {
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) return parent.name.text
  return ts.isExpressionStatement(parent) && ts.isSourceFile(parent.parent) ? toModalName(source) : undefined
}

/** Names the modal, and exports it where another file needs it. */
function nameModal(
  source: Source,
  { call, project }: { call: ts.CallExpression; project: Project },
): string | undefined {
  const { file, edits, path } = source
  const name = getName(source, call)
  const { parent } = call
  if (ts.isExpressionStatement(parent) && name) edits.insert(parent.getStart(file), `export const ${name} = `)
  const statement = ts.findAncestor(call, ts.isVariableStatement)
  const isNeeded = (project.rootPath !== undefined && project.rootPath !== path) || project.isProvidedElsewhere
  if (isNeeded && statement && !statement.modifiers && ts.isSourceFile(statement.parent))
    edits.insert(statement.getStart(file), 'export ')
  return name
}
