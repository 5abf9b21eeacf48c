import ts from 'typescript'
import { walk } from './walk.js'

/** Every name that a file declares in any scope, imports left out. */
export function listDeclared(file: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>()
  walk(file, (node) => {
    if (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node) || isNamed(node)) {
      if (node.name && ts.isIdentifier(node.name)) names.add(node.name.text)
    }
  })
  return names
}

const isNamed = (node: ts.Node): node is ts.FunctionDeclaration | ts.ClassDeclaration | ts.TypeAliasDeclaration =>
  ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) || ts.isTypeAliasDeclaration(node)
