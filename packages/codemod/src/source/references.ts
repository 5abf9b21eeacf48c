import ts from 'typescript'

/** Finds the uses of a module-level name, except in imports. Names of inner scopes that shadow it are included. */
export function findReferences(file: ts.SourceFile, name: string): readonly ts.Identifier[] {
  const found: ts.Identifier[] = []
  walk(file, (node) => {
    if (ts.isIdentifier(node) && node.text === name && isReference(node)) found.push(node)
  })
  return found
}

/** Whether an identifier refers to a value: it is not the name of a property, an attribute or an import. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.name !== node
  if (ts.isQualifiedName(parent)) return parent.right !== node
  if (ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)) return parent.name !== node
  if (ts.isBindingElement(parent)) return parent.propertyName !== node
  // of `export { a as b }` a, and none of the names that come from another module
  if (ts.isExportSpecifier(parent))
    return !parent.parent.parent.moduleSpecifier && (parent.propertyName ?? parent.name) === node
  return !ts.isJsxAttribute(parent) && !ts.isImportSpecifier(parent) && !ts.isImportClause(parent)
}

/** Every name that a file declares in any scope, except imports. */
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

/** Visits a node and its descendants, parents first. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}
