"""The words for seals, the same in every language so that a mixed table can compare them.

They are plain English nouns chosen for this project: short, in alphabetical order, with unique first four letters, at
least two letters apart, and none that could be taken for a remark on dice or claims. Their order must never change:
noted seals depend on it.
"""

from typing import Final

_TEXT = """
    acid album alley almond alpha amber anchor ankle apple april apron arch arctic area arm armor arrow ash aspen
    atlas atom attic audio author autumn axis bacon badge bag bakery ball bamboo banana banner barley barn barrel
    basin basket bayou beach beam beard beaver bed belt berry bike birch bird biscuit blanket blossom boat bonnet
    book bottle box braid brass bread breeze brick broom brush bubble bucket bulb bus butter cabin cable cactus cake
    camel canal candy cannon canoe canvas car caramel carbon cargo carpet carrot castle cedar celery cello cement
    chain chalk cheese cherry chest chimney circle citrus city clay cliff cloak cloth cloud clover coach coal coast
    cobalt cocoa coffee coin comet compass copper cork cotton cow crab cradle crane crater cream creek cricket crop
    crown crystal cup curtain curve cycle cymbal dairy dam dawn deck deer delta denim desert diary dinner dish dog
    doll dolphin donkey door dove dragon drawer dress drill drum dune dust dwarf eagle earth east echo edge egg
    elbow elder elk engine estate fabric falcon fence fern fiber fiddle field fig film finger fire flag flame fleet
    flour flower flute foam foil folk food forest fossil frost fruit funnel fur galaxy garage garden garlic gate gem
    giraffe glacier glass globe glue gold goose granite grape gravel grid guitar habit hammer hand harbor harp hat
    hawk hazel heart heath helmet hen herb heron hill hinge history holly honey hoof horse hotel ice icon igloo ink
    iris island ivory ivy jacket jade jaguar jasmine jelly jewel juice jungle kettle key kiln kit kitchen kiwi knee
    knot ladder ladle lamb lantern lark lava leaf leather lemon lens lentil letter lichen lilac lily lime linen lion
    lizard llama lobster loom lotus lunch lyric magnet maize mango mantle map maple marble market marsh mask meadow
    medal melon mint mirror mitten mole moon moss moth mouse mud muffin museum music mustard nail napkin needle net
    nickel noodle north nose novel nurse nylon oak oasis oats ocean olive onion opal opera orange orbit orchard
    organ otter oven owl oxygen oyster paddle page palace palm panda panel paper path peanut pear pebble pelican
    pencil penguin pepper petal phone photo piano picnic pier pigeon pillow pilot pine pizza plank plate plaza plum
    pocket poem polar pond porch potato powder prairie prism pulley pump puppet puzzle pyramid quartz quill rabbit
    radar radio raft rain raisin ramp ranch raven reed ribbon ridge ring river road robin rock root rope rubber rug
    safari saffron salad salmon salt sandal satin sauce scale scarf school scooter season shed sheep shell ship
    shirt shoe shovel shrub silk silver skate sketch ski sleeve slope snow soap sofa spark spice spider spiral spoon
    spring spruce stable star steel stem storm stove stream sugar suit summer sun swan tailor tank teapot tent
    thistle thread thumb thyme ticket tiger timber tomato tone tool tower town toy tractor trail tray tree trumpet
    tulip tundra turtle twig valve van vase vault velvet vest village violin volcano wagon walnut water wave wax
    well whale wharf wheat wheel whisker wind winter wolf yard yogurt zebra zinc zipper zoo
"""
WORDS: Final = tuple(_TEXT.split())
"""512 of them: nine bits a word."""
