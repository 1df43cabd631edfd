import axe from 'axe-core'

/** axe violations as `rule: element`. Contrast needs real pixels and is tested in a browser. */
export const findBarriers = async (): Promise<readonly string[]> => {
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false } },
  })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}
