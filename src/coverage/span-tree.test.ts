import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createSpanTree, type TreeSpan } from './span-tree.ts';

test('what overlaps a span is what a look at each of them finds, however they came and went', () => {
  const span = fc
    .tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 30 }))
    .map(([from, length]): TreeSpan => [from, from + length]);
  const steps = fc.array(fc.record({ span, doesRemove: fc.boolean(), at: fc.nat() }), { maxLength: 120 });
  fc.assert(
    fc.property(steps, fc.array(span, { maxLength: 20 }), (some, requests) => {
      const tree = createSpanTree<object>();
      let kept: { span: TreeSpan; value: object }[] = [];
      for (const { span: one, doesRemove, at } of some) {
        const gone = doesRemove ? kept[at % Math.max(1, kept.length)] : undefined;
        if (gone === undefined) {
          const value = {};
          tree.add(one, value);
          kept.push({ span: one, value });
        } else {
          tree.remove(gone.span, gone.value);
          kept = kept.filter((each) => each !== gone);
        }
      }
      for (const [from, to] of requests) {
        const expected = kept.filter((each) => each.span[0] <= to && each.span[1] >= from);
        const found = tree.overlapping([from, to]);
        assert.equal(found.length, expected.length);
        assert.deepEqual(new Set(found), new Set(expected.map(({ value }) => value)));
      }
    }),
  );
});

test('a look costs by what it finds, and by the logarithm of what there is', () => {
  const tree = createSpanTree<{ from: number }>();
  const count = 20_000;
  for (let i = 0; i < count; i++) {
    const from = (i * 7_919) % count;
    tree.add([from * 10, from * 10 + 5], { from });
  }
  let looks = 0;
  const counted = (value: number) => ({
    [Symbol.toPrimitive]() {
      looks += 1;
      return value;
    },
  });
  for (let i = 0; i < 100; i++) {
    const at = i * 150 * 10;
    // Counts every comparison with an end of the requested span.
    const params = [counted(at), counted(at + 5)] as unknown as TreeSpan;
    assert.deepEqual(tree.overlapping(params), [{ from: i * 150 }]);
  }
  assert.ok(looks < 100 * 150, `${looks} comparisons of 100 looks at ${count} spans`);
});
