"""Which pairs of units have a wood between them, by Shapely: the same scene as in crates/bench/src/sight.rs.

Every method is vectorised and uses an STRtree; trees and prepared geometries are made beforehand. Prints JSON.
"""

import json
import statistics
import sys
import time

import numpy
import shapely


def measure(call, times=15):
    for _ in range(3):
        call()
    taken = []
    for _ in range(times):
        start = time.perf_counter_ns()
        call()
        taken.append(time.perf_counter_ns() - start)
    return {"best_ns": min(taken), "median_ns": int(statistics.median(taken))}


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        scene = json.load(file)
    units = numpy.array(scene["units"], dtype=float)
    woods = shapely.polygons(numpy.array(scene["woods"], dtype=float))
    first, second = numpy.triu_indices(len(units), 1)

    def make_segments():
        return shapely.linestrings(numpy.stack([units[first], units[second]], axis=1))

    segments = make_segments()
    shapely.prepare(woods)
    tree_of_woods = shapely.STRtree(woods)
    tree_of_segments = shapely.STRtree(segments)
    tree_of_woods.query(segments[:1])
    tree_of_segments.query(woods[:1])

    def by_segment():
        hidden = numpy.zeros(len(segments), dtype=bool)
        hidden[tree_of_woods.query(segments, predicate="intersects")[0]] = True
        return hidden

    def by_wood():
        hidden = numpy.zeros(len(segments), dtype=bool)
        hidden[tree_of_segments.query(woods, predicate="intersects")[1]] = True
        return hidden

    def by_boxes():
        """Boxes from the tree, then prepared woods against the segments."""
        segment, wood = tree_of_woods.query(segments)
        hidden = numpy.zeros(len(segments), dtype=bool)
        hidden[segment[shapely.intersects(woods[wood], segments[segment])]] = True
        return hidden

    ways = {
        "tree of woods, intersects": by_segment,
        "tree of segments, intersects": by_wood,
        "tree of woods, then prepared woods": by_boxes,
    }
    answers = [way() for way in ways.values()]
    assert all((answers[0] == answer).all() for answer in answers), "Shapely does not agree with itself"
    hidden = numpy.flatnonzero(answers[0])
    within = shapely.length(shapely.intersection(segments[hidden], shapely.union_all(woods)))
    json.dump(
        {
            "versions": f"Shapely {shapely.__version__}, GEOS {shapely.geos_version_string}, numpy {numpy.__version__}",
            "segments": measure(make_segments),
            "ways": {name: measure(way) for name, way in ways.items()},
            "hidden": [
                [int(first[pair]), int(second[pair]), float(length)] for pair, length in zip(hidden, within)
            ],
        },
        sys.stdout,
    )


if __name__ == "__main__":
    main()
