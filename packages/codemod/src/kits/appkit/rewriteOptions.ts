import ts from 'typescript'
import type { Source } from '../../source/createSource.js'
import { asObject, getProperty, getPropertyName, removeProperties, renameProperty } from '../../source/objects.js'
import { walk } from '../../source/references.js'
import { resolve } from '../../source/values.js'
import { sharedNotes } from '../shared/reads.js'
import { featureNotes, features, keptOptions, optionNotes, variables } from './facts.js'

/** The object literals that make up an object: itself, constants, and constants that are spread into it. */
function listObjects(source: Source, expression: ts.Expression | undefined): readonly ts.ObjectLiteralExpression[] {
  const object = expression && asObject(resolve(source, expression))
  if (!object) return []
  const spread = object.properties.flatMap((property) =>
    ts.isSpreadAssignment(property) ? listObjects(source, property.expression) : [],
  )
  return [object, ...spread]
}

/**
 * Rewrites the options of `createAppKit`. Those without a counterpart are removed, since the modal refuses unknown ones, with a
 * note.
 *
 * @param hasNetworks whether the adapters have the networks
 */
export function rewriteOptions(
  source: Source,
  { call, hasNetworks }: { readonly call: ts.CallExpression; readonly hasNetworks: boolean },
): void {
  const [argument] = call.arguments
  for (const options of listObjects(source, argument)) {
    const isGone = (property: ts.ObjectLiteralElementLike): boolean => {
      if (ts.isSpreadAssignment(property)) return false
      const name = getPropertyName(property) ?? ''
      return !keptOptions.includes(name) || (hasNetworks && name === 'networks')
    }
    noteSpread(source, { call, object: options, what: 'options of createModal()' })
    const names = options.properties.filter(isGone).map((property) => getPropertyName(property) ?? '')
    noteRemoved(source, { node: call, names: names.filter((name) => name !== 'networks'), notes: optionNotes })
    removeProperties(source, options, isGone)
    for (const object of listObjects(source, getProperty(options, 'features')))
      rewriteFeatures(source, { call, object })
  }
}

/** Asks to check objects that are spread from elsewhere. */
function noteSpread(
  source: Source,
  { call, object, what }: { call: ts.CallExpression; object: ts.ObjectLiteralExpression; what: string },
): void {
  for (const property of object.properties) {
    if (!ts.isSpreadAssignment(property) || listObjects(source, property.expression).length > 0) continue
    source.note(call, `check that ${property.expression.getText(source.file)} has only ${what}.`)
  }
}

function noteRemoved(
  source: Source,
  { node, names, notes }: { node: ts.Node; names: readonly string[]; notes: Readonly<Record<string, string>> },
): void {
  const rest = names.filter((name) => !Object.hasOwn(notes, name))
  for (const name of names) if (notes[name]) source.note(node, notes[name])
  if (rest.length > 0) source.note(node, `removed, as there is no counterpart: ${rest.join(', ')}.`)
}

function rewriteFeatures(
  source: Source,
  { call, object }: { call: ts.CallExpression; object: ts.ObjectLiteralExpression },
): void {
  const isGone = (property: ts.ObjectLiteralElementLike): boolean =>
    !ts.isSpreadAssignment(property) && !Object.hasOwn(features, getPropertyName(property) ?? '')
  for (const property of object.properties) {
    const name = getPropertyName(property) ?? ''
    const next = features[name]
    if (next && next !== name) renameProperty(source, property, next)
    const isOn = getProperty(object, name)?.getText(source.file) !== 'false'
    if ((name === 'email' || name === 'socials') && isOn) source.note(call, sharedNotes.logins)
  }
  // a feature that is off needs no note
  const names = object.properties
    .filter((property) => isGone(property))
    .map((property) => getPropertyName(property) ?? '')
    .filter((name) => getProperty(object, name)?.getText(source.file) !== 'false')
  noteRemoved(source, { node: call, names, notes: featureNotes })
  removeProperties(source, object, isGone)
}

/** Rewrites theme variables wherever they are: in the options, in a constant that is spread, or in a call of `setThemeVariables`. */
export function rewriteVariables(source: Source): void {
  walk(source.file, (node) => {
    if (!ts.isObjectLiteralExpression(node)) return
    const isGone = (property: ts.ObjectLiteralElementLike): boolean => {
      const name = getPropertyName(property) ?? ''
      return /^--(w3m|apkt)-/.test(name) && !Object.hasOwn(variables, name)
    }
    for (const property of node.properties) {
      const next = variables[getPropertyName(property) ?? '']
      if (next) renameProperty(source, property, `'${next}'`)
    }
    const names = node.properties.filter(isGone).map((property) => getPropertyName(property))
    if (names.length === 0) return
    source.note(node, `other theme variables start with --lk-, see docs/theming.md; removed: ${names.join(', ')}.`)
    removeProperties(source, node, isGone)
  })
}
